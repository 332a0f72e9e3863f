import {
  DynamoDBClient,
  ResourceNotFoundException,
  TableNotFoundException,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb';
import { NoSuchKey, S3Client } from '@aws-sdk/client-s3';
import { ExecutionAlreadyExists, SFNClient, StateMachineDoesNotExist } from '@aws-sdk/client-sfn';
import { expect } from 'vitest';
import type { RestoreDependencies } from '../../../infra/restore/restore-dependencies.ts';
import { describeTable, expectComplete, type ScriptedTable } from './scripted-table.ts';

/** Where a call is lost: before it does anything, or after. */
export interface LostCall {
  call: number;
  when: 'before' | 'after';
}

class Lost extends Error {}

/**
 * What AWS's control plane says and does of one school, by the services' documentation: no emulator has it. Notes what
 * was changed, and can lose one call.
 */
export class ScriptedAccount implements RestoreDependencies {
  readonly changes: string[] = [];
  readonly said: string[] = [];
  readonly running = new Set<string>();
  /** Names of all executions that were begun. */
  readonly begun = new Set<string>();
  readonly tables = new Map<string, ScriptedTable>();
  stage = { rate: 100, burst: 200 };
  /** Calls of the stage that have a throttle of their own, `~1login/POST`. */
  ownSettings: string[] = [];
  stackTables: string[] = [];
  /** The table by which each stack was deployed last. */
  readonly deployed = new Map(['api', 'workflows', 'operations'].map((part) => [part, 'formroom-demo']));
  /** What is restored lacks a record. */
  losesOne = false;
  /** The next deployment of all ends after this stack. */
  failsAt: string | undefined;
  calls = 0;
  fault: LostCall | undefined;
  account = '111122223333';
  erased: { id: string; at: string }[] = [];
  /** Machines that the account has not. */
  missingMachines = new Set<string>();
  settings: string;
  reach = { from: new Date('2026-02-01T00:00:00Z'), to: new Date('2026-03-05T00:00:00Z') };

  constructor(settings: string) {
    this.settings = settings;
    this.dynamoDb.send = ((command: Command) => this.#call(() => this.#dynamo(command))) as never;
    this.s3.send = ((command: Command) => this.#call(() => this.#objects(command))) as never;
    this.stepFunctions.send = ((command: Command) => this.#call(() => this.#states(command))) as never;
  }

  readonly dynamoDb = new DynamoDBClient({ region: 'us-east-1' });
  readonly stepFunctions = new SFNClient({ region: 'us-east-1' });
  readonly s3 = new S3Client({ region: 'us-east-1' });
  readonly run = (program: string, given: readonly string[]): Promise<string> =>
    this.#call(() => (program === 'aws' ? this.#aws(given) : this.#cdk(given)));
  readonly readSettings = () => this.settings;
  readonly writeSettings = (text: string) => {
    this.settings = text;
    this.changes.push('write cdk.json');
  };
  readonly say = (line: string) => void this.said.push(line);
  sleep = () => Promise.resolve();

  async #call<T>(act: () => T): Promise<T> {
    this.calls += 1;
    const when = this.fault?.call === this.calls ? this.fault.when : undefined;
    if (when === 'before') throw new Lost('The line was cut before the call.');
    try {
      return act();
    } finally {
      // biome-ignore lint/correctness/noUnsafeFinally: whatever the answer is, it does not arrive.
      if (when === 'after') throw new Lost('The line was cut after the call.');
    }
  }

  #dynamo({ constructor: { name }, input }: Command): unknown {
    const target: string = input.TableName ?? input.TargetTableName ?? input.ResourceArn?.split('/').at(-1);
    const table = this.tables.get(target);
    if (name === 'RestoreTableToPointInTimeCommand') {
      if (table) throw new Error(`Table already exists: ${target}`);
      const source = this.tables.get(input.SourceTableName);
      this.tables.set(target, {
        looksLeft: 12,
        madeOf: { source: input.SourceTableName, at: input.RestoreDateTime },
        tags: {},
        sessions: (source?.sessions ?? 0) - (this.losesOne && !source?.saves ? 1 : 0),
        ...(source?.saves && { saves: source.saves.filter(({ at }) => new Date(at) <= input.RestoreDateTime) }),
      });
      this.changes.push(`restore ${target}`);
      return {};
    }
    if (name === 'CreateTableCommand') {
      if (table) throw new Error(`Table already exists: ${target}`);
      this.tables.set(target, { looksLeft: 3, tags: {}, sessions: 0, records: new Map() });
      return this.#changed(`create ${target}`);
    }
    if (name === 'BatchWriteItemCommand') {
      const [[into = '', requests = []] = []] = Object.entries<WriteRequest[]>(input.RequestItems);
      const written = this.tables.get(into);
      for (const { PutRequest, DeleteRequest } of requests) {
        const { pk, sk } = PutRequest?.Item ?? DeleteRequest?.Key ?? {};
        if (PutRequest) written?.records?.set(`${pk?.S} ${sk?.S}`, PutRequest.Item);
        else if (!written?.records?.delete(`${pk?.S} ${sk?.S}`) && written) written.sessions -= 1;
      }
      return {};
    }
    if (!table) {
      const absent = { $metadata: {}, message: `Not found: ${target}` };
      throw name === 'DescribeContinuousBackupsCommand'
        ? new TableNotFoundException(absent)
        : new ResourceNotFoundException(absent);
    }
    switch (name) {
      case 'DescribeTableCommand':
        return { Table: describeTable(this.account, target, table) };
      case 'DescribeContinuousBackupsCommand':
        return {
          ContinuousBackupsDescription: {
            PointInTimeRecoveryDescription: {
              PointInTimeRecoveryStatus: table.hasRecovery ? 'ENABLED' : 'DISABLED',
              ...(table.hasRecovery ? { RecoveryPeriodInDays: 35 } : {}),
              EarliestRestorableDateTime: this.reach.from,
              LatestRestorableDateTime: this.reach.to,
            },
          },
        };
      case 'UpdateContinuousBackupsCommand':
        expectComplete(target, table);
        table.hasRecovery = true;
        return this.#changed(`recovery ${target}`);
      case 'DescribeTimeToLiveCommand':
        return { TimeToLiveDescription: { TimeToLiveStatus: table.hasTimeToLive ? 'ENABLING' : 'DISABLED' } };
      case 'UpdateTimeToLiveCommand':
        if (table.hasTimeToLive) throw new Error('TimeToLive is already enabled');
        table.hasTimeToLive = true;
        return this.#changed(`expiry ${target} by ${input.TimeToLiveSpecification.AttributeName}`);
      case 'UpdateTableCommand':
        expectComplete(target, table);
        table.isProtected = input.DeletionProtectionEnabled;
        table.looksLeft = 2;
        return this.#changed(`protect ${target}`);
      case 'ListTagsOfResourceCommand':
        return { Tags: Object.entries(table.tags).map(([Key, Value]) => ({ Key, Value })) };
      case 'TagResourceCommand':
        for (const { Key, Value } of input.Tags) table.tags[Key] = Value;
        return this.#changed(`tag ${target}`);
      case 'ScanCommand':
        if (table.saves) {
          const from: string = input.ExpressionAttributeValues?.[':from'].S ?? '';
          const saves = table.saves.filter(({ at }) => at >= from);
          return {
            Items: saves.map((save) =>
              Object.fromEntries(Object.entries({ pk: 'audit#', ...save }).map(([name, S]) => [name, { S }])),
            ),
          };
        }
        return {
          Items: Array.from({ length: table.sessions }, (_, sk) => ({ pk: { S: 'session#T1' }, sk: { S: `${sk}` } })),
        };
      case 'QueryCommand': {
        if (!target.endsWith('-trail')) throw new Error(`Who was erased is not in ${target}`);
        const after = input.ExpressionAttributeValues[':moment'].S;
        const items = this.erased.filter(({ at }) => at > after);
        return { Items: items.map(({ id }) => ({ changes: { L: [{ M: { before: { S: id } } }] } })) };
      }
      default:
        throw new Error(`Not scripted: ${name}`);
    }
  }

  /** Objects of every bucket, by bucket and key. */
  readonly objects = new Map<string, Buffer>();

  #objects({ constructor: { name }, input }: Command): unknown {
    const key = `${input.Bucket}/${input.Key}`;
    if (name === 'PutObjectCommand') {
      this.objects.set(key, Buffer.from(input.Body));
      return {};
    }
    if (name === 'ListObjectsV2Command') {
      const keys = [...this.objects.keys()].filter((one) => one.startsWith(`${input.Bucket}/${input.Prefix}`));
      return { Contents: keys.map((one) => ({ Key: one.slice(input.Bucket.length + 1) })) };
    }
    const bytes = this.objects.get(key);
    if (!bytes) throw new NoSuchKey({ $metadata: {}, message: key });
    return { Body: { transformToByteArray: async () => bytes } };
  }

  #changed(what: string): object {
    this.changes.push(what);
    return {};
  }

  #states({ constructor: { name }, input }: Command): unknown {
    if (name === 'StopExecutionCommand') {
      if (!this.running.delete(input.executionArn)) throw new Error('It is over already.');
      return this.#changed(`stop ${input.executionArn.split(':').slice(-2).join(' ')}`);
    }
    const machine: string = input.stateMachineArn.split(':').at(-1);
    if (name === 'StartExecutionCommand') {
      if (this.begun.has(input.name)) throw new ExecutionAlreadyExists({ $metadata: {}, message: input.name });
      this.begun.add(input.name);
      // Of the table that the machine was deployed with.
      return this.#changed(`export by ${machine} as ${input.name} of ${this.deployed.get('workflows')}`);
    }
    if (this.missingMachines.has(machine)) throw new StateMachineDoesNotExist({ $metadata: {}, message: machine });
    const all = [...this.running].filter((arn) => arn.split(':').at(-2) === machine);
    // A page has one.
    const first = Number(input.nextToken ?? 0);
    return {
      executions: all.slice(first, first + 1).map((executionArn) => ({ executionArn })),
      nextToken: first + 1 < all.length ? String(first + 1) : undefined,
    };
  }

  #aws(given: readonly string[]): string {
    const [service, operation, ...rest] = given;
    switch (`${service} ${operation}`) {
      case 'sts get-caller-identity':
        return JSON.stringify(this.account);
      case 'apigateway get-rest-apis':
        return JSON.stringify(rest.includes("items[?name=='formroom-demo'].id") ? ['abc'] : []);
      case 'apigateway get-stage':
        return JSON.stringify({
          methodSettings: {
            '*/*': { throttlingRateLimit: this.stage.rate, throttlingBurstLimit: this.stage.burst },
            ...Object.fromEntries(this.ownSettings.map((call) => [call, { throttlingRateLimit: 5 }])),
          },
        });
      case 'apigateway update-stage': {
        const value = (setting: string) =>
          Number(
            rest
              .find((word) => word.startsWith(`op=replace,path=/*/*/throttling/${setting},value=`))
              ?.split('=')
              .at(-1),
          );
        this.ownSettings = this.ownSettings.filter((call) => !rest.includes(`op=remove,path=/${call}`));
        this.stage = { rate: value('rateLimit'), burst: value('burstLimit') };
        this.#changed(`throttle ${this.stage.rate}`);
        return '{}';
      }
      case 'cloudformation describe-stack-resources':
        return JSON.stringify(
          [...this.stackTables, 'formroom-demo-keys'].map((table) => ({
            LogicalResourceId: `of ${table}`,
            PhysicalResourceId: table,
          })),
        );
      case 'cloudformation get-template':
        return JSON.stringify({ of: rest[1], table: this.deployed.get(rest[1]?.split('-').at(-1) ?? '') });
      case 'cloudformation detect-stack-resource-drift':
        return JSON.stringify({
          StackResourceDrift: {
            PhysicalResourceId: rest[rest.indexOf('--logical-resource-id') + 1]?.slice('of '.length),
            StackResourceDriftStatus: 'IN_SYNC',
          },
        });
      default:
        throw new Error(`Not scripted: aws ${given.join(' ')}`);
    }
  }

  #cdk(given: readonly string[]): string {
    // The alarms that a restore sets off would roll it back.
    expect(given.slice(-2)).toEqual(['--rollback-trigger-alarm-arns', 'none']);
    const moment = JSON.parse(this.settings).context['formroom:restored']?.demo;
    const table = moment ? `formroom-demo-${moment}` : 'formroom-demo';
    if (given.includes('formroom-demo-data')) {
      if (!given.includes('--import-existing-resources')) throw new Error(`${table} already exists`);
      this.stackTables = [table, `${table}-trail`];
      this.changes.push(`adopt ${table}`);
    } else {
      // One stack after the other, as they depend on each other.
      for (const part of ['api', 'workflows', 'operations']) {
        this.deployed.set(part, table);
        if (part === this.failsAt) {
          this.failsAt = undefined;
          throw new Lost(`The deployment ended with ${part}.`);
        }
      }
      this.changes.push('deploy all');
    }
    return '';
  }
}

interface Command {
  constructor: { name: string };
  // biome-ignore lint/suspicious/noExplicitAny: each command has its own input.
  input: any;
}
