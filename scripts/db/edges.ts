import type pg from 'pg'
import { machineEdges } from '@/lib/engine/machine'
import { machines } from '@/lib/registry'

/** Makes `machine_edge`, which the door's triggers read, say what the machines in code say. */
export async function syncEdges(owner: pg.Client) {
  const edges = machines.flatMap((machine) => machineEdges(machine))
  await owner.query(
    `WITH wanted AS (
       SELECT * FROM json_to_recordset($1::json)
         AS e(machine text, from_state text, edge text, to_state text, kind text, lease text)
     ), gone AS (
       DELETE FROM machine_edge m
        WHERE NOT EXISTS (SELECT FROM wanted w
                           WHERE (w.machine, w.from_state, w.edge, w.to_state) = (m.machine, m.from_state, m.edge, m.to_state))
     )
     INSERT INTO machine_edge (machine, from_state, edge, to_state, kind, lease)
     SELECT machine, from_state, edge, to_state, kind, lease FROM wanted
     ON CONFLICT (machine, from_state, edge, to_state) DO UPDATE SET kind = excluded.kind, lease = excluded.lease
      WHERE (machine_edge.kind, machine_edge.lease) IS DISTINCT FROM (excluded.kind, excluded.lease)`,
    [JSON.stringify(edges)],
  )
}
