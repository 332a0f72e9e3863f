import { type CfnResource, Duration, RemovalPolicy, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import type * as cognito from 'aws-cdk-lib/aws-cognito';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import type * as kms from 'aws-cdk-lib/aws-kms';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import type { Construct, IConstruct } from 'constructs';
import { type FileFolder, fileFolders, fileKey } from '#shared/http/contract.ts';
import { keptDaysOfOptions } from '#shared/product.ts';
import { schoolFileDays } from '#shared/school/whole-school.ts';
import { KeyInKms } from '../constructs/key-in-kms.ts';
import { bucketName } from '../constructs/names-in-stack.ts';
import { createPrivateBucket } from '../constructs/private-bucket.ts';
import { StaffDirectory } from '../constructs/staff-directory.ts';
import { tableExportPrefix } from '../exports/export-prefixes.ts';
import { keysTableName } from '../names.ts';
import { type KeptTable, keptTables } from '../table/kept-tables.ts';
import { KeysTable } from '../table/keys-table.ts';
import { recoveryDays } from '../table/table-definition.ts';
import { VaultReplication } from '../vault/vault-replication.ts';

export interface DataStackProps extends StackProps {
  /** Names the user pool and the buckets, for example `formroom-demo`. */
  name: string;
  /** The same, or after a restore the table that was made then; that of what is written once is named after it. */
  tableName: string;
  /** The number of the key in KMS that signs; null where there is none. */
  keyInKms?: number | null;
  /** Where copies go; nowhere where it is null. */
  vault?: { account: string; region: string } | null;
}

/**
 * Everything a school cannot make again: the tables, the files, the people who sign in. Nothing here is ever deleted.
 */
export class DataStack extends Stack {
  /** Access log of the buckets. */
  readonly accessLogs: s3.IBucket;
  readonly userPool: cognito.IUserPool;
  readonly userPoolClient: cognito.IUserPoolClient;
  /** Signs for the school, where its file names a key in KMS. */
  readonly keyInKms: kms.IKey | undefined;

  constructor(scope: Construct, id: string, { name, tableName, keyInKms = null, vault, ...props }: DataStackProps) {
    super(scope, id, { ...props, terminationProtection: true });

    const [records, trail] = keptTables(tableName);
    // Another table is another resource, never a changed one: CloudFormation lets go of the old table, which stays, and
    // adopts the restored one. It would replace a changed one by an empty table.
    const moment = tableName.slice(name.length + 1);
    const tables = [this.table(`Table${moment}`, records), this.table(`Trail${moment}`, trail)];

    this.accessLogs = createPrivateBucket(this, 'AccessLogs', {
      keepOldVersionsDays: 1,
      lifecycleRules: [{ id: 'records', expiration: Duration.days(90) }],
    });
    Validations.of(this.accessLogs).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'This bucket holds the access records of the others; recording its own accesses in itself would never end.',
    });
    // What students and staff hand in: certificates, slips, pictures.
    const files = createPrivateBucket(this, 'Files', {
      name: bucketName(this, name, 'files'),
      accessLogs: { bucket: this.accessLogs, prefix: 'files/' },
      keepOldVersionsDays: 30,
      lifecycleRules: [
        // Taken in within half an hour or not at all.
        {
          id: 'uploads',
          prefix: fileKey('uploads', ''),
          expiration: Duration.days(1),
          noncurrentVersionExpiration: Duration.days(1),
        },
        // Looked at or saved within five minutes or made again.
        {
          id: 'registration-forms',
          prefix: fileKey('registration-forms', ''),
          expiration: Duration.days(1),
          noncurrentVersionExpiration: Duration.days(1),
        },
        ...rulesOfOptions('files'),
        // An act can be undone for 30 days (rule 46).
        {
          id: 'replaced-files',
          prefix: fileKey('replaced-files', ''),
          expiration: Duration.days(31),
          noncurrentVersionExpiration: Duration.days(1),
        },
      ],
    });
    // What the school makes: table exports now, frozen reports and spreadsheets as they are built.
    const documents = createPrivateBucket(this, 'Documents', {
      name: bucketName(this, name, 'documents'),
      accessLogs: { bucket: this.accessLogs, prefix: 'documents/' },
      keepOldVersionsDays: 30,
      lifecycleRules: [
        { id: 'table-exports', prefix: `${tableExportPrefix}/`, expiration: Duration.days(90) },
        // Fetched within ten minutes or not at all (rule 22).
        {
          id: 'spreadsheets',
          prefix: fileKey('spreadsheets', ''),
          expiration: Duration.days(1),
          noncurrentVersionExpiration: Duration.days(1),
        },
        // Everything about one student: fetched at once, made again in seconds (ADR 0060).
        {
          id: 'student-records',
          prefix: fileKey('student-records', ''),
          expiration: Duration.days(1),
          noncurrentVersionExpiration: Duration.days(1),
        },
        // The whole school: fetched within the week or made again.
        {
          id: 'school-files',
          prefix: fileKey('school-files', ''),
          expiration: Duration.days(schoolFileDays),
          noncurrentVersionExpiration: Duration.days(1),
        },
        ...rulesOfOptions('documents'),
        // Printed again in seconds; the list of a run is kept as long (ADR 0017).
        {
          id: 'report-cards',
          prefix: fileKey('report-cards', ''),
          expiration: Duration.days(90),
          noncurrentVersionExpiration: Duration.days(1),
        },
      ],
    });

    if (vault) new VaultReplication(this, 'VaultReplication', { name, vault, files, documents });

    const directory = new StaffDirectory(this, 'Staff', name);
    this.userPool = directory.pool;
    this.userPoolClient = directory.client;
    // What cannot be deleted is made last: a first deployment that fails takes back what it made, and would fail at
    // these. They depend on what is kept as they are, and on nothing else: CloudFormation refuses to import what refers
    // to a resource that a take-down has removed.
    const pool = resourceOf(directory.pool);
    for (const bucket of [this.accessLogs, files, documents]) pool.addResourceDependency(resourceOf(bucket));
    if (keyInKms !== null) this.keyInKms = new KeyInKms(this, `KeyInKms${keyInKms}`, name).key;
    const keys = new KeysTable(this, 'Keys', keysTableName(name)).table;
    for (const table of [...tables, keys]) resourceOf(table).addResourceDependency(pool);
  }

  private table(id: string, { name, definition }: KeptTable): dynamodb.TableV2 {
    return new dynamodb.TableV2(this, id, {
      tableName: name,
      partitionKey: stringKey(definition.partitionKey),
      sortKey: stringKey(definition.sortKey),
      timeToLiveAttribute: definition.timeToLiveAttribute,
      globalSecondaryIndexes: definition.indexes.map((index) => ({
        indexName: index.name,
        partitionKey: stringKey(index.partitionKey),
        sortKey: stringKey(index.sortKey),
        ...(index.projects
          ? { projectionType: dynamodb.ProjectionType.INCLUDE, nonKeyAttributes: [...index.projects] }
          : { projectionType: dynamodb.ProjectionType.ALL }),
      })),
      billing: dynamodb.Billing.onDemand(),
      // DynamoDB's own key: free, where a customer key costs a dollar a month and every deployment its rotation.
      encryption: dynamodb.TableEncryptionV2.dynamoOwnedKey(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: recoveryDays },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
  }
}

const resourceOf = ({ node }: IConstruct): CfnResource => node.defaultChild as CfnResource;

const stringKey = (name: string): dynamodb.Attribute => ({ name, type: dynamodb.AttributeType.STRING });

/** What becomes of folders in a bucket that are of options alone, whether those are on or off. */
const rulesOfOptions = (bucket: 'files' | 'documents'): s3.LifecycleRule[] =>
  Object.entries(keptDaysOfOptions)
    .filter(([folder]) => fileFolders[folder as FileFolder] === bucket)
    .map(([folder, days]) => ({
      id: folder,
      prefix: fileKey(folder as FileFolder, ''),
      expiration: Duration.days(days),
      noncurrentVersionExpiration: Duration.days(1),
    }));
