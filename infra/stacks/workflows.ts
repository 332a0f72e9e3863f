import { type CfnElement, Duration, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import type * as cognito from 'aws-cdk-lib/aws-cognito';
import { type ITableV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as kms from 'aws-cdk-lib/aws-kms';
import type * as logs from 'aws-cdk-lib/aws-logs';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { ContextAttribute, ScheduleTargetInput } from 'aws-cdk-lib/aws-scheduler';
import * as sfn from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { jobMachineName, nightlyRosterCheck } from '#shared/jobs.ts';
import type { Option } from '#shared/option.ts';
import type { SchoolMail } from '#shared/product.ts';
import type { BuildEntry } from '../build/entries.ts';
import { DomainFunction, type DomainFunctionProps } from '../constructs/domain-function.ts';
import { bucketName } from '../constructs/names-in-stack.ts';
import { createSchoolLayer } from '../constructs/school-layer.ts';
import { tableExportPrefix, userExportPrefix } from '../exports/export-prefixes.ts';
import { exportMachineNames, keysTableName, logGroupName } from '../names.ts';
import { FunctionRoles } from '../rights/function-roles.ts';
import { SchoolTableReferences } from '../table/school-table-references.ts';
import { documentsLeftOut, failedRuns } from '../watching/log-metrics.ts';
import { createWatchedLog } from '../watching/watched-log.ts';
import { createBatchedJob } from '../workflows/batched-job.ts';
import { createChangesExport, dueAtField, hoursBetweenChangesExports } from '../workflows/changes-export.ts';
import { findDeadLetterQueue } from '../workflows/dead-letter-queue.ts';
import { addFirstExport } from '../workflows/first-export.ts';
import { LeavingWorkers } from '../workflows/leaving-workers/leaving-workers.ts';
import { addScheduledStart } from '../workflows/scheduled-start.ts';
import { mailSender, SchoolMailing } from '../workflows/school-mailing.ts';
import { createTablesExport } from '../workflows/table-export.ts';
import { createUserExport } from '../workflows/user-export.ts';

export interface WorkflowsStackProps extends StackProps {
  /** For example `formroom-demo`. */
  name: string;
  tableName: string;
  /** Signs for the school; absent where no key of KMS does. */
  keyInKms?: kms.IKey | undefined;
  userPool: cognito.IUserPool;
  userPoolClient: cognito.IUserPoolClient;
  /** Percent of the runs; see the school file. */
  tracing: number;
  /** The workers of the durable jobs. */
  workers: readonly BuildEntry[];
  /** Folder of each worker's built function, by the entry's name. */
  bundles: ReadonlyMap<string, string>;
  /** Folder that holds the school's file. */
  schoolFolder: string;
  /** How the school sends mail; null where it sends none. */
  mail: SchoolMail | null;
  /** What options of the school have started each night. */
  nightly: readonly NonNullable<Option['nightly']>[];
  /** Folder of the built function that asks for their jobs. */
  leavingWorkers: string;
  /** Environment of every function, besides the table's name. */
  environment: Record<string, string>;
}

/** The school's long-running work, one state machine each, defined in `workflows/`. */
export class WorkflowsStack extends Stack {
  readonly machines: readonly sfn.StateMachine[];
  readonly changesExport: sfn.StateMachine;

  constructor(scope: Construct, id: string, { name, tableName, workers, ...props }: WorkflowsStackProps) {
    super(scope, id, props);
    const { table, trail } = new SchoolTableReferences(this, 'Table', tableName);
    const isTraced = props.tracing > 0;
    const documents = s3.Bucket.fromBucketName(this, 'Documents', bucketName(this, name, 'documents'));

    // The prefix keeps the log's resource policy within its size however many schools share the account.
    const log = createWatchedLog(this, 'RunsLog', {
      name,
      logGroupName: `/aws/vendedlogs/states/${name}`,
      counts: [failedRuns],
    });
    const where = {
      tables: { records: table.tableArn, trail: trail.tableArn },
      bucketName: documents.bucketName,
      prefix: tableExportPrefix,
    };
    const users = {
      userPoolId: props.userPool.userPoolId,
      userPoolArn: props.userPool.userPoolArn,
      prefix: userExportPrefix,
      bucketName: documents.bucketName,
      bucketArn: documents.bucketArn,
    };
    const exporter = this.machineRole('TableExportRole');
    const [nameOfAll = '', nameOfChanges = ''] = exportMachineNames(name);
    const ofAll = this.machine('TableExport', {
      name: nameOfAll,
      log,
      role: exporter,
      isTraced,
      definition: (machine) => createUserExport(machine, users).next(createTablesExport(machine, where)),
    });
    this.changesExport = this.machine('ChangesExport', {
      name: nameOfChanges,
      log,
      role: exporter,
      isTraced,
      definition: (machine) =>
        // By its name: both machines have one role, which would wait for the machine that waits for it.
        createChangesExport(machine, where, sfn.StateMachine.fromStateMachineName(machine, 'All', nameOfAll)),
    });
    this.canExport(exporter, { documents, name, tables: [table, trail] });
    const starter = new iam.Role(this, 'ExportStarter', {
      // For schedules and rules of this account alone: another account's could name this role too.
      assumedBy: new iam.CompositePrincipal(
        ...['events', 'scheduler'].map((service) =>
          new iam.ServicePrincipal(`${service}.amazonaws.com`).withConditions({
            StringEquals: { 'aws:SourceAccount': this.account },
          }),
        ),
      ),
    });
    const deadLetterQueue = findDeadLetterQueue(this);
    const starting = { role: starter, deadLetterQueue };
    addScheduledStart(this, 'ChangesExportSchedule', {
      ...starting,
      name,
      description:
        'Every six hours: what was changed in the tables, into the documents bucket, and once a month all records',
      hour: `0/${hoursBetweenChangesExports}`,
      machine: this.changesExport,
      input: ScheduleTargetInput.fromObject({ [dueAtField]: ContextAttribute.scheduledTime }),
      maxEventAge: Duration.hours(hoursBetweenChangesExports),
    });
    const first = addFirstExport(this, { changesExport: this.changesExport, ...starting });
    const logGroup = createWatchedLog(this, 'Log', {
      name,
      logGroupName: logGroupName(name, 'jobs'),
      counts: [documentsLeftOut],
    });
    const shared = {
      table,
      trail,
      logGroup,
      isTraced,
      roles: new FunctionRoles(this, 'Roles', { logGroup, isTraced }),
      school: createSchoolLayer(this, props.schoolFolder),
    };
    const keys = TableV2.fromTableName(this, 'Keys', keysTableName(name)) as ITableV2;
    // One for the machines of all jobs: each can do no more than have its own worker work, and nothing but its
    // definition says which.
    const role = this.machineRole('JobsRole');
    const sender = props.mail ? mailSender(name, props.mail.from) : undefined;
    const jobs = workers.map((entry) => {
      const signs = entry.jobs.some(
        ({ needs }) => needs.own?.makesKeys !== undefined || needs.signingKeys !== undefined,
      );
      return this.jobsOf(entry, {
        name,
        log,
        role,
        mailSender: sender,
        ...shared,
        ...props,
        ...(signs ? { keys } : {}),
      });
    });
    for (const { domain, hour, description, step } of [nightlyRosterCheck, ...props.nightly]) {
      const machine = jobs[workers.findIndex((worker) => worker.domain === domain)];
      if (!machine) throw new Error(`There are no jobs of ${domain}`);
      addScheduledStart(this, domain === nightlyRosterCheck.domain ? 'RosterCheckSchedule' : `Nightly-${domain}`, {
        ...starting,
        name,
        description,
        hour,
        machine,
        input: ScheduleTargetInput.fromObject(step),
        maxEventAge: Duration.hours(hoursBetweenChangesExports),
      });
    }
    const mailWorker = jobs[workers.findIndex(({ domain }) => domain === props.mail?.domain)];
    if (props.mail && sender && mailWorker)
      new SchoolMailing(this, 'Mail', {
        name,
        sender,
        failed: props.mail.failed,
        worker: mailWorker,
        role: starter,
      });
    // EventBridge takes a moment to know a rule, and this one hears of the stack's end: the jobs are made meanwhile.
    for (const job of jobs) job.node.addDependency(first);
    new LeavingWorkers(this, 'LeavingWorkers', {
      name,
      bundle: props.leavingWorkers,
      domains: workers.map(({ domain }) => domain),
      logGroup,
    });
    this.machines = [ofAll, this.changesExport, ...jobs];
  }

  /** DynamoDB writes an export with the rights of the caller. */
  private canExport(role: iam.Role, to: { documents: s3.IBucket; name: string; tables: readonly ITableV2[] }): void {
    role.addToPolicy(
      new iam.PolicyStatement({
        actions: ['s3:AbortMultipartUpload', 's3:PutObject', 's3:PutObjectAcl'],
        resources: [to.documents.arnForObjects(`${tableExportPrefix}/*`)],
      }),
    );
    Validations.of(role).acknowledge(
      ...to.tables.map(({ tableName }) => ({
        id: `AwsSolutions-IAM5[Resource::arn:${this.partition}:dynamodb:${this.region}:${this.account}:table/${tableName}/export/*]`,
        reason: 'DynamoDB names an export when it begins; these are this table’s own.',
      })),
      ...[tableExportPrefix, userExportPrefix].map((prefix) => ({
        id: `AwsSolutions-IAM5[Resource::arn:${this.partition}:s3:::${bucketName(this, to.name, 'documents')}/${prefix}/*]`,
        reason: 'DynamoDB names the objects of an export; they stay in the export folder.',
      })),
    );
  }

  /** A domain's worker, and the state machine that makes it work (ADR 0017). */
  private jobsOf(
    entry: BuildEntry,
    {
      name,
      bundles,
      log,
      role,
      ...props
    }: Omit<WorkflowsStackProps, 'tableName' | 'workers'> &
      Pick<MachineProps, 'log' | 'role'> &
      Pick<
        DomainFunctionProps,
        'table' | 'trail' | 'keys' | 'mailSender' | 'logGroup' | 'roles' | 'isTraced' | 'school'
      >,
  ): sfn.StateMachine {
    const bundle = bundles.get(entry.name);
    if (!bundle) throw new Error(`No bundle of ${entry.source}`);
    const id = entry.name.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const { live } = new DomainFunction(this, `${id}Worker`, { ...props, prefix: name, entry, bundle });
    const machine = this.machine(id, {
      name: jobMachineName(name, entry.domain),
      log,
      role,
      isTraced: props.isTraced,
      definition: (scope) => createBatchedJob(scope, live),
    });
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM5[Resource::<${this.getLogicalId(live.node.defaultChild as CfnElement)}>:*]`,
      reason: 'The versions and aliases of this worker alone.',
    });
    return machine;
  }

  private machineRole(id: string): iam.Role {
    const role = new iam.Role(this, id, { assumedBy: new iam.ServicePrincipal('states.amazonaws.com') });
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'Delivering a state machine’s log is set up with actions that take no resource.',
    });
    return role;
  }

  private machine(id: string, { name, log, role, isTraced, definition }: MachineProps): sfn.StateMachine {
    const machine = new sfn.StateMachine(this, id, {
      stateMachineName: name,
      // States are named within their machine: two machines may have states of one name.
      definitionBody: sfn.DefinitionBody.fromChainable(definition(new Construct(this, `${id}States`))),
      role,
      timeout: Duration.hours(6),
      tracingEnabled: isTraced,
      logs: { destination: log, level: sfn.LogLevel.ALL, includeExecutionData: false },
    });
    Validations.of(machine).acknowledge({
      id: 'AwsSolutions-SF2',
      reason:
        'Traced where the school file says so; the execution’s own history shows every step, its times and its errors.',
    });
    return machine;
  }
}

interface MachineProps {
  /** For example `formroom-demo-terms-jobs`. */
  name: string;
  /** The log of all machines. */
  log: logs.ILogGroup;
  role: iam.Role;
  isTraced: boolean;
  definition: (scope: Construct) => sfn.IChainable;
}
