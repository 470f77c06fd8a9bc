import type pg from 'pg'

/** People, their sessions and what weeks are made of are disabled or ended, never removed. */
const KEPT = 'SELECT, INSERT, UPDATE'

/** What the app's role may do less than read and write: the record is added to, the rest is the migrator's or a definer function's. */
const narrower = {
  app_user: KEPT,
  user_session: KEPT,
  company: KEPT,
  roster: KEPT,
  tender: KEPT,
  shift: KEPT,
  shift_template: KEPT,
  availability_link: KEPT,
  tender_link: KEPT,
  swap: KEPT,
  cutover: KEPT,
  rehearsal: KEPT,
  rehearsal_step: KEPT,
  seat: 'SELECT',
  audit_event: 'SELECT, INSERT',
  machine_edge: 'SELECT',
  seal: 'SELECT',
  _prisma_migrations: 'SELECT',
}

/** Sets the rights of the app's role on everything in the schema, in one transaction. Functions keep what their migration gave. */
export async function grantApp(owner: pg.Client, role: string) {
  const { rows } = await owner.query<{ app: string; database: string }>(
    'SELECT quote_ident($1) AS app, quote_ident(current_database()) AS database',
    [role],
  )
  const { app, database } = rows[0] ?? {}
  const limits = Object.entries(narrower).map(
    ([table, rights]) => `REVOKE ALL ON public.${table} FROM ${app}; GRANT ${rights} ON public.${table} TO ${app};`,
  )
  await owner.query(`
    BEGIN;
    -- A temporary table, or one of the app's own, would shadow those that the guards read.
    REVOKE TEMPORARY ON DATABASE ${database} FROM PUBLIC, ${app};
    REVOKE CREATE ON SCHEMA public FROM PUBLIC, ${app};
    GRANT USAGE ON SCHEMA public TO ${app};
    REVOKE ALL ON ALL TABLES IN SCHEMA public FROM PUBLIC, ${app};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${app};
    ${limits.join('\n')}
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${app};
    COMMIT;
  `)
}
