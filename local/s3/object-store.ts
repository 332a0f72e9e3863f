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

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA foreign_keys = ON;
  CREATE TABLE IF NOT EXISTS bucket (name TEXT PRIMARY KEY, created INTEGER NOT NULL, cors TEXT) STRICT;
  CREATE TABLE IF NOT EXISTS object (
    bucket TEXT NOT NULL REFERENCES bucket, key TEXT NOT NULL, size INTEGER NOT NULL, modified INTEGER NOT NULL,
    description TEXT NOT NULL, body BLOB NOT NULL, PRIMARY KEY (bucket, key)) STRICT;
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

  /** Adds the buckets and objects of another store's file, but for those that are here. */
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

  put(place: { bucket: string; key: string }, description: ObjectDescription, body: Buffer): void {
    const { size, lastModified, ...rest } = description;
    this.#database
      .prepare(
        'INSERT OR REPLACE INTO object (bucket, key, size, modified, description, body) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .run(place.bucket, place.key, size, lastModified.getTime(), JSON.stringify(rest), body);
  }

  describe(bucket: string, key: string): ObjectDescription | undefined {
    const row = this.#database
      .prepare('SELECT size, modified, description FROM object WHERE bucket = ? AND key = ?')
      .get(bucket, key);
    return row === undefined ? undefined : toDescription(row);
  }

  /** Some of an object's bytes, or all. @param range first byte and number of bytes */
  read(bucket: string, key: string, range: { start: number; length: number }): Buffer {
    const row = this.#database
      .prepare('SELECT substr(body, ?, ?) AS bytes FROM object WHERE bucket = ? AND key = ?')
      .get(range.start + 1, range.length, bucket, key);
    return Buffer.from((row?.bytes as Uint8Array | null | undefined) ?? new Uint8Array());
  }

  delete(bucket: string, key: string): void {
    this.#database.prepare('DELETE FROM object WHERE bucket = ? AND key = ?').run(bucket, key);
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
}

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
