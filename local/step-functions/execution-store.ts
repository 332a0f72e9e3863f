import { DatabaseSync } from 'node:sqlite';

/** Times are milliseconds since 1970; `input` and `output` are JSON text. */
export interface Execution {
  arn: string;
  machine: string;
  name: string;
  status: 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';
  started: number;
  stopped: number | undefined;
  input: string;
  output: string | undefined;
  error: string | undefined;
  cause: string | undefined;
}

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS execution (
    arn TEXT PRIMARY KEY, machine TEXT NOT NULL, started INTEGER NOT NULL, status TEXT NOT NULL, body TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS execution_by_start ON execution (machine, started DESC);
`;

/** Names of executions stay taken, and their results readable, for this long. */
const keptMilliseconds = 90 * 24 * 3600_000;

/** Stores executions in one SQLite file. */
export class ExecutionStore {
  readonly #database: DatabaseSync;

  /**
   * Executions that ran when the last process ended are over: in AWS they would have gone on, here nothing was left to
   * run them.
   * @param file path of the SQLite file, or `:memory:`
   */
  constructor(file: string) {
    this.#database = new DatabaseSync(file);
    this.#database.exec(schema);
    const now = Date.now();
    this.#database.prepare('DELETE FROM execution WHERE started < ?').run(now - keptMilliseconds);
    for (const row of this.#database.prepare("SELECT body FROM execution WHERE status = 'RUNNING'").all()) {
      const cause = 'The process that ran it ended.';
      this.put({ ...read(row), status: 'ABORTED', stopped: now, error: 'Local.Stopped', cause });
    }
  }

  close(): void {
    this.#database.close();
  }

  get(arn: string): Execution | undefined {
    const row = this.#database.prepare('SELECT body FROM execution WHERE arn = ?').get(arn);
    return row === undefined ? undefined : read(row);
  }

  put(execution: Execution): void {
    this.#database
      .prepare(`INSERT INTO execution (arn, machine, started, status, body) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET status = excluded.status, body = excluded.body`)
      .run(execution.arn, execution.machine, execution.started, execution.status, JSON.stringify(execution));
  }

  /** The newest first. @param page `skip` of them left out, at most `limit` given */
  list(machine: string, status: string | undefined, page: { skip: number; limit: number }): Execution[] {
    return this.#database
      .prepare(
        `SELECT body FROM execution WHERE machine = ? AND status = coalesce(?, status)
         ORDER BY started DESC, rowid DESC LIMIT ? OFFSET ?`,
      )
      .all(machine, status ?? null, page.limit, page.skip)
      .map(read);
  }
}

function read(row: Record<string, unknown>): Execution {
  return JSON.parse(String(row.body));
}
