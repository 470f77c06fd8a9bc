import { type Attributes, trace } from '@opentelemetry/api'

const tracer = trace.getTracer('daybook')

/**
 * An OpenTelemetry event on the span that is open, or on one of its own. Nothing happens until the process has an SDK:
 * exporting is configured the standard way (`NODE_OPTIONS=--require`, `OTEL_*`).
 */
export function spanEvent(name: string, attributes: Attributes): void {
  const open = trace.getActiveSpan()
  if (open) {
    open.addEvent(name, attributes)
    return
  }
  tracer.startActiveSpan(name, (span) => {
    span.addEvent(name, attributes)
    span.end()
  })
}
