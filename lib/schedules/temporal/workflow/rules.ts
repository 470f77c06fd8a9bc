// Names of workflows. The workflow's own bundle takes this file, so it imports nothing.

/** The workflow of a fire by hand; the command makes it one, however often it is asked for. */
export const manualId = (id: string, commandId: string): string => `${id}-manual-${commandId}`

/** What a workflow's id says that it was started for; null where it is none of ours. */
export type StartedFor = { key: string; commandId: string } | { key: string; at: string }

/** The server names the workflow of a scheduled action by the action's id and the nominal time, to the second. */
export function startedFor(workflowId: string): StartedFor | null {
  const manual = /^(.+)-manual-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(workflowId)
  if (manual?.[1] && manual[2]) return { key: manual[1], commandId: manual[2] }
  const slot = /^(.+)-(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z)$/.exec(workflowId)
  return slot?.[1] && slot[2] ? { key: slot[1], at: slot[2] } : null
}
