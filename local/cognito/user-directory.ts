import { randomBytes, randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { localAccount } from '../aws-protocol/account.ts';
import { ServiceError } from '../aws-protocol/json-service.ts';
import type { PasswordPolicy } from './operation-inputs.ts';

export interface Pool {
  id: string;
  name: string;
  policy: PasswordPolicy;
  isCaseSensitive: boolean;
  /** Users may have an authenticator app as a second factor. */
  hasSoftwareTokens?: boolean;
}

export interface Client {
  id: string;
  pool: string;
  name: string;
  flows: string[];
  /** Whether sign-in answers for an unknown user as for a wrong password. */
  hidesUnknownUsers: boolean;
  /** How long a sign-in waits for the answer to a challenge. */
  sessionMinutes?: number;
}

export interface Group {
  name: string;
  description: string | undefined;
  precedence: number | undefined;
  created: number;
}

/** Times are milliseconds since 1970. */
export interface User {
  pool: string;
  username: string;
  sub: string;
  isEnabled: boolean;
  status: 'CONFIRMED' | 'FORCE_CHANGE_PASSWORD';
  attributes: Record<string, string>;
  passwordHash: string | undefined;
  passwordSet: number;
  created: number;
  modified: number;
  /** Secret of the authenticator app, base 32; one that is not verified yet; and the step whose code was used last. */
  softwareToken?: string | undefined;
  softwareTokenOffered?: string | undefined;
  softwareTokenStep?: number | undefined;
  /** Whether the app is asked at sign-in. */
  isSoftwareTokenOn?: boolean | undefined;
}

/** Milliseconds after the last wrong password for which it counts. */
const failureMemory = 900_000;

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA foreign_keys = ON;
  CREATE TABLE IF NOT EXISTS pool (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS client (id TEXT PRIMARY KEY, pool TEXT NOT NULL REFERENCES pool, body TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS user_group (
    pool TEXT NOT NULL REFERENCES pool, name TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (pool, name)) STRICT;
  CREATE TABLE IF NOT EXISTS user (
    pool TEXT NOT NULL REFERENCES pool, key TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (pool, key)) STRICT;
  CREATE TABLE IF NOT EXISTS member (
    pool TEXT NOT NULL, key TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (pool, key, name),
    FOREIGN KEY (pool, key) REFERENCES user ON DELETE CASCADE, FOREIGN KEY (pool, name) REFERENCES user_group) STRICT;
  CREATE TABLE IF NOT EXISTS wrong_password (
    pool TEXT NOT NULL, key TEXT NOT NULL, failures INTEGER NOT NULL, last INTEGER NOT NULL, PRIMARY KEY (pool, key)) STRICT;
`;

/**
 * Pools, clients, groups and users in one SQLite file. Whatever is asked for and is not there throws Cognito's error
 * for it.
 */
export class UserDirectory {
  readonly #database: DatabaseSync;

  /** @param file path of the SQLite file, or `:memory:` */
  constructor(file: string) {
    this.#database = new DatabaseSync(file);
    this.#database.exec(schema);
  }

  close(): void {
    this.#database.close();
  }

  addPool(pool: Omit<Pool, 'id'>): Pool {
    const added = {
      ...pool,
      id: `${localAccount.region}_${randomBytes(16)
        .toString('base64')
        .replace(/[^A-Za-z0-9]/g, '')
        .slice(0, 9)}`,
    };
    this.#database.prepare('INSERT INTO pool VALUES (?, ?)').run(added.id, JSON.stringify(added));
    return added;
  }

  changePool(id: string, change: Partial<Pool>): void {
    const changed = { ...this.pool(id), ...change };
    this.#database.prepare('UPDATE pool SET body = ? WHERE id = ?').run(JSON.stringify(changed), id);
  }

  pool(id: string): Pool {
    const row = this.#database.prepare('SELECT body FROM pool WHERE id = ?').get(id);
    if (row === undefined) throw new ServiceError('ResourceNotFoundException', `User pool ${id} does not exist.`);
    return JSON.parse(String(row.body));
  }

  /** All pools, in the order of their ids. */
  pools(): Pool[] {
    const rows = this.#database.prepare('SELECT body FROM pool ORDER BY id').all();
    return rows.map(({ body }) => JSON.parse(String(body)));
  }

  addClient(client: Omit<Client, 'id'>): Client {
    const added = { ...client, id: randomBytes(13).toString('hex') };
    this.#database.prepare('INSERT INTO client VALUES (?, ?, ?)').run(added.id, client.pool, JSON.stringify(added));
    return added;
  }

  client(pool: string, id: string): Client {
    const row = this.#database.prepare('SELECT body FROM client WHERE pool = ? AND id = ?').get(pool, id);
    if (row === undefined)
      throw new ServiceError('ResourceNotFoundException', `User pool client ${id} does not exist.`);
    return JSON.parse(String(row.body));
  }

  addGroup(pool: string, group: Group): void {
    const { changes } = this.#database
      .prepare('INSERT OR IGNORE INTO user_group VALUES (?, ?, ?)')
      .run(pool, group.name, JSON.stringify(group));
    if (changes === 0) throw new ServiceError('GroupExistsException', 'A group with the name already exists.');
  }

  groups(pool: string): Group[] {
    return this.#database
      .prepare('SELECT body FROM user_group WHERE pool = ? ORDER BY name')
      .all(pool)
      .map((row) => JSON.parse(String(row.body)));
  }

  addUser(pool: Pool, user: Pick<User, 'username' | 'attributes' | 'passwordHash'>): User {
    const now = Date.now();
    const added: User = {
      ...user,
      pool: pool.id,
      sub: randomUUID(),
      isEnabled: true,
      status: 'FORCE_CHANGE_PASSWORD',
      passwordSet: now,
      created: now,
      modified: now,
    };
    const { changes } = this.#database
      .prepare('INSERT OR IGNORE INTO user VALUES (?, ?, ?)')
      .run(pool.id, keyOf(pool, user.username), JSON.stringify(added));
    if (changes === 0) throw new ServiceError('UsernameExistsException', 'User account already exists');
    this.forgetFailures(pool, user.username);
    return added;
  }

  findUser(pool: Pool, username: string): User | undefined {
    const row = this.#database
      .prepare('SELECT body FROM user WHERE pool = ? AND key = ?')
      .get(pool.id, keyOf(pool, username));
    return row === undefined ? undefined : JSON.parse(String(row.body));
  }

  user(pool: Pool, username: string): User {
    const user = this.findUser(pool, username);
    if (user === undefined) throw new ServiceError('UserNotFoundException', 'User does not exist.');
    return user;
  }

  changeUser(pool: Pool, username: string, change: Partial<User>): void {
    const changed = { ...this.user(pool, username), ...change };
    this.#database
      .prepare('UPDATE user SET body = ? WHERE pool = ? AND key = ?')
      .run(JSON.stringify(changed), pool.id, keyOf(pool, username));
  }

  /** Wrong passwords of a name within {@link failureMemory}, and the time of the last one. */
  failuresOf(pool: Pool, username: string): { failures: number; last: number } {
    const row = this.#database
      .prepare('SELECT failures, last FROM wrong_password WHERE pool = ? AND key = ?')
      .get(pool.id, keyOf(pool, username));
    return { failures: Number(row?.failures ?? 0), last: Number(row?.last ?? 0) };
  }

  /**
   * Counts a wrong password of any name: one that nobody has is the same work, so that time tells nobody who exists.
   */
  countFailure(pool: Pool, username: string, now: number): void {
    this.#database.prepare('DELETE FROM wrong_password WHERE last < ?').run(now - failureMemory);
    this.#database
      .prepare(
        `INSERT INTO wrong_password VALUES (?, ?, 1, ?)
         ON CONFLICT DO UPDATE SET failures = failures + 1, last = excluded.last`,
      )
      .run(pool.id, keyOf(pool, username), now);
  }

  forgetFailures(pool: Pool, username: string): void {
    this.#database.prepare('DELETE FROM wrong_password WHERE pool = ? AND key = ?').run(pool.id, keyOf(pool, username));
  }

  removeUser(pool: Pool, username: string): void {
    this.user(pool, username);
    this.#database.prepare('DELETE FROM user WHERE pool = ? AND key = ?').run(pool.id, keyOf(pool, username));
  }

  /** Users in the order of their names, from after `after` on. */
  *users(pool: Pool, after: string): Generator<User> {
    const rows = this.#database
      .prepare('SELECT body FROM user WHERE pool = ? AND key > ? ORDER BY key')
      .iterate(pool.id, keyOf(pool, after));
    for (const row of rows) yield JSON.parse(String(row.body));
  }

  /** Adding a member twice is no error. */
  addMember(pool: Pool, username: string, group: string): void {
    this.user(pool, username);
    this.#requireGroup(pool, group);
    this.#database.prepare('INSERT OR IGNORE INTO member VALUES (?, ?, ?)').run(pool.id, keyOf(pool, username), group);
  }

  /** Removing somebody who is no member is no error. */
  removeMember(pool: Pool, username: string, group: string): void {
    this.user(pool, username);
    this.#requireGroup(pool, group);
    this.#database
      .prepare('DELETE FROM member WHERE pool = ? AND key = ? AND name = ?')
      .run(pool.id, keyOf(pool, username), group);
  }

  groupsOf(pool: Pool, username: string): Group[] {
    this.user(pool, username);
    return this.#database
      .prepare(
        `SELECT body FROM user_group JOIN member USING (pool, name)
         WHERE pool = ? AND key = ? ORDER BY body ->> 'precedence' IS NULL, body ->> 'precedence', name`,
      )
      .all(pool.id, keyOf(pool, username))
      .map((row) => JSON.parse(String(row.body)));
  }

  membersOf(pool: Pool, group: string): User[] {
    this.#requireGroup(pool, group);
    return this.#database
      .prepare('SELECT body FROM user JOIN member USING (pool, key) WHERE pool = ? AND name = ? ORDER BY key')
      .all(pool.id, group)
      .map((row) => JSON.parse(String(row.body)));
  }

  #requireGroup(pool: Pool, name: string): void {
    if (this.#database.prepare('SELECT 1 FROM user_group WHERE pool = ? AND name = ?').get(pool.id, name)) return;
    throw new ServiceError('ResourceNotFoundException', 'Group not found.');
  }
}

function keyOf(pool: Pool, username: string): string {
  return pool.isCaseSensitive ? username : username.toLowerCase();
}
