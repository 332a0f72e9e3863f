import { randomBytes } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';

/** Metadata of an object. */
export interface ObjectDescription {
  /** With the quotes that belong to it. */
  etag: string;
  size: number;
  /** Whole seconds, as HTTP dates are. */
  lastModified: Date;
  /** Content-Type, Cache-Control and so on; names in lower case. */
  headers: Record<string, string>;
  /** Values of `x-amz-meta-*`, names without the prefix. */
  metadata: Record<string, string>;
  /** `x-amz-checksum-*` that came with the upload, or undefined. */
  checksum: { algorithm: string; value: string } | undefined;
}

export interface Bucket {
  name: string;
  created: Date;
}

export interface ListedObject {
  key: string;
  etag: string;
  size: number;
  lastModified: Date;
}

/** One of a key's versions: what was stored, or the mark of a deletion, which has no text. */
export interface ListedVersion extends ListedObject {
  id: string;
  isLatest: boolean;
  isDeletion: boolean;
}

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA foreign_keys = ON;
  CREATE TABLE IF NOT EXISTS bucket (name TEXT PRIMARY KEY, created INTEGER NOT NULL, cors TEXT) STRICT;
  CREATE TABLE IF NOT EXISTS versioned (bucket TEXT PRIMARY KEY REFERENCES bucket) STRICT;
  CREATE TABLE IF NOT EXISTS object (
    bucket TEXT NOT NULL REFERENCES bucket, key TEXT NOT NULL, size INTEGER NOT NULL, modified INTEGER NOT NULL,
    description TEXT NOT NULL, body BLOB NOT NULL, PRIMARY KEY (bucket, key)) STRICT;
  CREATE TABLE IF NOT EXISTS version (
    number INTEGER PRIMARY KEY, bucket TEXT NOT NULL REFERENCES bucket, key TEXT NOT NULL, id TEXT NOT NULL,
    size INTEGER NOT NULL, modified INTEGER NOT NULL, description TEXT, body BLOB NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS upload (
    id TEXT PRIMARY KEY, bucket TEXT NOT NULL REFERENCES bucket, key TEXT NOT NULL, description TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS part (
    upload TEXT NOT NULL REFERENCES upload ON DELETE CASCADE, number INTEGER NOT NULL, etag TEXT NOT NULL,
    body BLOB NOT NULL, PRIMARY KEY (upload, number)) STRICT;
  CREATE INDEX IF NOT EXISTS versions ON version (bucket, key, id);
`;

/**
 * Buckets and objects in one SQLite file. Keys are rows, never file names, so no key can reach outside; and a
 * half-written object cannot be seen.
 */
export class ObjectStore {
  readonly #database: DatabaseSync;

  /** @param file path of the SQLite file, or `:memory:` */
  constructor(file: string) {
    this.#database = new DatabaseSync(file);
    this.#database.exec(schema);
  }

  close(): void {
    this.#database.close();
  }

  /** Adds the buckets and objects of another store's file, without versions, but for those that are here. */
  addFrom(file: string): void {
    this.#database.prepare('ATTACH DATABASE ? AS other').run(file);
    for (const table of ['bucket', 'object']) {
      this.#database.exec(`INSERT OR IGNORE INTO main.${table} SELECT * FROM other.${table}`);
    }
    this.#database.exec('DETACH DATABASE other');
  }

  createBucket(name: string): void {
    this.#database.prepare('INSERT INTO bucket (name, created) VALUES (?, ?)').run(name, Date.now());
  }

  bucket(name: string): Bucket | undefined {
    const row = this.#database.prepare('SELECT * FROM bucket WHERE name = ?').get(name);
    return row === undefined ? undefined : toBucket(row);
  }

  /** @returns false when the bucket still holds objects */
  deleteBucket(name: string): boolean {
    if (this.#database.prepare('SELECT 1 FROM object WHERE bucket = ? LIMIT 1').get(name)) return false;
    this.#database.prepare('DELETE FROM bucket WHERE name = ?').run(name);
    return true;
  }

  /** From now on the bucket keeps every version of its objects. What it has already is no version. */
  enableVersions(bucket: string): void {
    this.#database.prepare('INSERT OR IGNORE INTO versioned (bucket) VALUES (?)').run(bucket);
  }

  isVersioned(bucket: string): boolean {
    return this.#database.prepare('SELECT 1 FROM versioned WHERE bucket = ?').get(bucket) !== undefined;
  }

  /** @returns the id of the version, where the bucket keeps them */
  put(place: { bucket: string; key: string }, description: ObjectDescription, body: Buffer): string | undefined {
    const { size, lastModified, ...rest } = description;
    this.#database
      .prepare(
        'INSERT OR REPLACE INTO object (bucket, key, size, modified, description, body) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .run(place.bucket, place.key, size, lastModified.getTime(), JSON.stringify(rest), body);
    return this.#keepVersion(place.bucket, place.key, description, body);
  }

  #keepVersion(bucket: string, key: string, description: ObjectDescription | null, body: Buffer): string | undefined {
    if (!this.isVersioned(bucket)) return undefined;
    const id = randomBytes(16).toString('base64url');
    const { size, lastModified, ...rest } = description ?? { size: 0, lastModified: wholeSecond(new Date()) };
    this.#database
      .prepare('INSERT INTO version (bucket, key, id, size, modified, description, body) VALUES (?, ?, ?, ?, ?, ?, ?)')
      .run(bucket, key, id, size, lastModified.getTime(), description === null ? null : JSON.stringify(rest), body);
    return id;
  }

  /** Begins an upload in parts, of which nothing is seen before its end. @returns its id */
  beginUpload({ bucket, key }: ObjectPlace, described: Pick<ObjectDescription, 'headers' | 'metadata'>): string {
    const id = randomBytes(32).toString('base64url');
    this.#database
      .prepare('INSERT INTO upload (id, bucket, key, description) VALUES (?, ?, ?, ?)')
      .run(id, bucket, key, JSON.stringify(described));
    return id;
  }

  /** What an upload will be; undefined where there is none of this id for this key. */
  upload(id: string, { bucket, key }: ObjectPlace): Pick<ObjectDescription, 'headers' | 'metadata'> | undefined {
    const row = this.#database
      .prepare('SELECT description FROM upload WHERE id = ? AND bucket = ? AND key = ?')
      .get(id, bucket, key);
    return row === undefined ? undefined : JSON.parse(String(row.description));
  }

  /** A part sent again replaces the earlier one. */
  putPart(upload: string, { number, etag, body }: UploadedPart): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO part (upload, number, etag, body) VALUES (?, ?, ?, ?)')
      .run(upload, number, etag, body);
  }

  part(upload: string, number: number): UploadedPart | undefined {
    const row = this.#database
      .prepare('SELECT etag, body FROM part WHERE upload = ? AND number = ?')
      .get(upload, number);
    return row && { number, etag: String(row.etag), body: Buffer.from(row.body as Uint8Array) };
  }

  /** Forgets an upload with its parts. */
  endUpload(id: string): void {
    this.#database.prepare('DELETE FROM upload WHERE id = ?').run(id);
  }

  /** The object, or a version of it; undefined for none, and for the mark of a deletion. */
  describe({ bucket, key, version }: ObjectPlace): ObjectDescription | undefined {
    const row = this.#database
      .prepare(`SELECT size, modified, description FROM ${tableOf(version)}`)
      .get(...[bucket, key, version].filter((part) => part !== undefined));
    return row === undefined || row.description === null ? undefined : toDescription(row);
  }

  /** Some of an object's bytes, or all. @param range first byte and number of bytes */
  read({ bucket, key, version }: ObjectPlace, range: { start: number; length: number }): Buffer {
    const row = this.#database
      .prepare(`SELECT substr(body, ?, ?) AS bytes FROM ${tableOf(version)}`)
      .get(range.start + 1, range.length, ...[bucket, key, version].filter((part) => part !== undefined));
    return Buffer.from((row?.bytes as Uint8Array | null | undefined) ?? new Uint8Array());
  }

  /** @returns the id of the mark, where the bucket keeps versions */
  delete(bucket: string, key: string): string | undefined {
    this.#database.prepare('DELETE FROM object WHERE bucket = ? AND key = ?').run(bucket, key);
    return this.#keepVersion(bucket, key, null, Buffer.alloc(0));
  }

  /** Objects in the order of their keys' UTF-8 bytes, from after `after` on. */
  *list(bucket: string, prefix: string, after: string): Generator<ListedObject> {
    const rows = this.#database
      .prepare(
        `SELECT key, size, modified, description FROM object
         WHERE bucket = ? AND key > ? AND key >= ? AND substr(key, 1, length(?)) = ? ORDER BY key`,
      )
      .iterate(bucket, after, prefix, prefix, prefix);
    for (const row of rows) yield { key: String(row.key), ...toDescription(row) };
  }

  /** Versions in the order of their keys, of each the latest first. */
  *listVersions(bucket: string, prefix: string): Generator<ListedVersion> {
    const rows = this.#database
      .prepare(
        `SELECT key, id, size, modified, description FROM version
         WHERE bucket = ? AND substr(key, 1, length(?)) = ? ORDER BY key, number DESC`,
      )
      .iterate(bucket, prefix, prefix);
    let last: string | undefined;
    for (const row of rows) {
      const key = String(row.key);
      const isDeletion = row.description === null;
      const described = toDescription(isDeletion ? { ...row, description: '{"etag":""}' } : row);
      yield { ...described, key, id: String(row.id), isLatest: key !== last, isDeletion };
      last = key;
    }
  }
}

/** One part of an upload; numbers begin with 1. */
export interface UploadedPart {
  number: number;
  etag: string;
  body: Buffer;
}

/** Where an object is; without a version it is the one that is there now. */
export interface ObjectPlace {
  bucket: string;
  key: string;
  version?: string | undefined;
}

const tableOf = (version: string | undefined): string =>
  version === undefined ? 'object WHERE bucket = ? AND key = ?' : 'version WHERE bucket = ? AND key = ? AND id = ?';

export const wholeSecond = (date: Date): Date => new Date(Math.floor(date.getTime() / 1000) * 1000);

type Row = Record<string, unknown>;

function toBucket(row: Row): Bucket {
  return {
    name: String(row.name),
    created: new Date(Number(row.created)),
  };
}

function toDescription(row: Row): ObjectDescription {
  return {
    ...(JSON.parse(String(row.description)) as Omit<ObjectDescription, 'size' | 'lastModified'>),
    size: Number(row.size),
    lastModified: new Date(Number(row.modified)),
  };
}
