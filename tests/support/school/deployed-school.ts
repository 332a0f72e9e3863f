import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import {
  BatchWriteItemCommand,
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
  paginateScan,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb';
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  type ObjectIdentifier,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { bucketNameIn, keysTableName, schoolName } from '../../../infra/names.ts';
import { loadSchool } from '../../../infra/school.ts';
import { keptTables } from '../../../infra/table/kept-tables.ts';
import { tableParameters } from '../../../infra/table/table-parameters.ts';
import { createLocalBucket, createS3Client } from '../../../local/bucket.ts';
import { createKeysTable, createTables } from '../../../local/create-tables.ts';
import { localNames } from '../../../local/environment.ts';
import { createPool } from '../../../local/user-pool.ts';

/**
 * A school by the names that a deployment gives, on the stand-ins of this process: what the commands of operators find
 * when they are run as processes. They ask the region of the school's file: set `LOCAL_AWS_REGION` before anything is
 * imported (`vi.hoisted`).
 */
export class DeployedSchool {
  readonly #id: string;
  readonly tables: Readonly<Record<'records' | 'trail', string>>;
  readonly buckets: Readonly<Record<'files' | 'documents', string>>;

  private constructor(id: string) {
    const name = schoolName(id);
    const [records, trail] = keptTables(name);
    const { aws } = loadSchool(id);
    this.#id = id;
    this.tables = { records: records.name, trail: trail.name };
    this.buckets = { files: bucketNameIn(aws, name, 'files'), documents: bucketNameIn(aws, name, 'documents') };
  }

  /** One without records and files. */
  static async deploy(id = 'demo'): Promise<DeployedSchool> {
    const school = new DeployedSchool(id);
    await createTables(school.tables.records);
    await createKeysTable(keysTableName(schoolName(id)));
    await createPool(schoolName(id));
    const client = createS3Client();
    for (const bucket of Object.values(school.buckets)) await createLocalBucket(bucket, client);
    return school;
  }

  /** Copies all records and files of this process's school, without its keys. */
  async fill(): Promise<void> {
    await copyTable(localNames.table, this.tables.records);
    await copyTable(localNames.trail, this.tables.trail);
    const client = createS3Client();
    for (const part of ['files', 'documents'] as const) {
      const Bucket = localNames[part];
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket })) {
        await Promise.all(
          Contents.map(({ Key = '' }) => {
            const CopySource = `${Bucket}/${encodeURIComponent(Key)}`;
            return client.send(new CopyObjectCommand({ Bucket: this.buckets[part], Key, CopySource }));
          }),
        );
      }
    }
  }

  /** Takes away every record and file. Keys and users stay. */
  async empty(): Promise<void> {
    const dynamoDb = new DynamoDBClient({});
    for (const { name, definition } of keptTables(schoolName(this.#id))) {
      await dynamoDb.send(new DeleteTableCommand({ TableName: name }));
      await dynamoDb.send(new CreateTableCommand(tableParameters(name, definition)));
    }
    const client = createS3Client();
    for (const Bucket of Object.values(this.buckets)) {
      for (;;) {
        const { Versions = [], DeleteMarkers = [] } = await client.send(new ListObjectVersionsCommand({ Bucket }));
        const Objects = [...Versions, ...DeleteMarkers].map(
          ({ Key = '', VersionId }): ObjectIdentifier => ({ Key, VersionId }),
        );
        if (Objects.length === 0) break;
        await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
      }
    }
  }
}

async function copyTable(from: string, to: string): Promise<void> {
  const client = new DynamoDBClient({});
  for await (const { Items = [] } of paginateScan({ client }, { TableName: from })) {
    const batches = Array.from({ length: Math.ceil(Items.length / 25) }, (_, index) =>
      Items.slice(index * 25, index * 25 + 25).map((Item): WriteRequest => ({ PutRequest: { Item } })),
    );
    await Promise.all(
      batches.map((requests) => client.send(new BatchWriteItemCommand({ RequestItems: { [to]: requests } }))),
    );
  }
}

export interface EndedCommand {
  /** Null where a signal ended it. */
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs a command of package.json as its script says, in a process of its own that finds the stand-ins as it would find
 * AWS.
 * @param onLine is called with each line that it prints, and may end it
 */
export function runScript(
  name: string,
  args: readonly string[],
  { env = {}, onLine }: { env?: Record<string, string>; onLine?: (line: string, child: ChildProcess) => void } = {},
): Promise<EndedCommand> {
  const { scripts } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  // As npm gives it the arguments; the Node of this process, which npm puts into the path.
  const command = `${String(scripts[name]).replace(/(?<=^|\s)node /, '"$NODE" ')} "$@"`;
  const child = spawn('sh', ['-c', command, name, ...args], {
    env: { ...withoutNames(process.env), ...env, NODE: process.execPath },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr, line] = ['', '', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    const lines = (line + text).split('\n');
    line = lines.pop() ?? '';
    for (const one of lines) onLine?.(one, child);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

/** What this process's school has set: a command finds its own names. */
const setByLocalSchool =
  /^(TABLE_NAME|TRAIL_TABLE_NAME|KEYS_TABLE_NAME|SCHOOL_FILE|\w+_BUCKET|USER_POOL_\w+|JOB_MACHINES|CARD_KEY|SITE_ADDRESS|MAIL_CONFIGURATION_SET|NODE_OPTIONS|VITEST\w*)$/;

const withoutNames = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !setByLocalSchool.test(name)));
