import {
  App,
  type AppProps,
  CloudFormationValidatePlugin,
  type IPolicyValidationPlugin,
  Tags,
  Validations,
} from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { mediaTypesOf } from '#shared/http/contract.ts';
import {
  deployedCallsOfSchool,
  jobsOfSchool,
  keyInKmsOfSchool,
  mailOfSchool,
  nightlyOfSchool,
  publicSchoolOf,
} from '#shared/product.ts';
import type { SchoolFile } from '#shared/school/school-file.ts';
import { securityTxt } from '#shared/school/security-txt.ts';
import { isForStrangers, peopleThrottle, stageName, strangerThrottle } from './api/api-stage.ts';
import { callEntries, jobEntries } from './build/entries.ts';
import { type PassedTemplates, RulesForNewTemplates } from './build/passed-templates.ts';
import { costTag, currentTableName, isStageId, restoredSchoolsKey, schoolName } from './names.ts';
import { stackLimitsOf } from './rights/stage-limits.ts';
import { ApiStack } from './stacks/api.ts';
import { DataStack } from './stacks/data.ts';
import { OperationsStack } from './stacks/operations.ts';
import { WebStack } from './stacks/web.ts';
import { WorkflowsStack } from './stacks/workflows.ts';
import { measuredBudget } from './watching/monthly-budget.ts';

export interface BuiltParts {
  /** Folder of each function, by its entry's name. */
  functions: ReadonlyMap<string, string>;
  /** Folder of the web site. */
  site: string;
  /** Folder of the canary. */
  canary: string;
  /** Folder of the function that refuses to take a worker away while its job runs. */
  leavingWorkers: string;
  /** Folder that holds the school's file. */
  school: string;
}

/** What the account says of a school: the first set where there is nothing else to say. */
export interface PlaceInAccount {
  /** Set of CloudFront's shared parts. */
  sharedSet: number;
}

/** The five stacks of one school; names of everything begin with `formroom-<school>`. */
export function addSchoolStacks(
  app: App,
  school: SchoolFile,
  built: BuiltParts,
  { sharedSet }: PlaceInAccount = { sharedSet: 1 },
) {
  const name = schoolName(school.id);
  const env = school.aws;
  const calls = deployedCallsOfSchool(school);
  const placed = { env, ...stackLimitsOf(school.id, env.region) };
  const tableName = currentTableName(school.id, { [restoredSchoolsKey]: app.node.tryGetContext(restoredSchoolsKey) });
  // A tag of an API’s stage is set by its own ARN, which says nothing of whose it is: that of a stage has its API’s
  // alone.
  Tags.of(app).add(
    costTag,
    school.id,
    isStageId(school.id) ? { excludeResourceTypes: ['AWS::ApiGateway::Stage'] } : {},
  );

  const data = new DataStack(app, `${name}-data`, {
    ...placed,
    name,
    tableName,
    keyInKms: keyInKmsOfSchool(school),
    vault: school.vault,
  });
  const people = { userPool: data.userPool, userPoolClient: data.userPoolClient };
  const ofFunctions = {
    ...placed,
    name,
    tableName,
    ...people,
    keyInKms: data.keyInKms,
    bundles: built.functions,
    schoolFolder: built.school,
    tracing: school.tracing,
    environment: {
      ORIGIN: `https://${school.domain?.name ?? name}`,
      NODE_ENV: 'production',
      SCHOOL: school.id,
      ...restarted(app),
    },
  };
  const api = new ApiStack(app, `${name}-api`, {
    ...ofFunctions,
    entries: callEntries(calls),
    reservedForSignIn: school.reservedForSignIn,
    throttle: peopleThrottle(school),
    gradualTraffic: school.gradualTraffic,
  });
  api.addStackDependency(data);
  const workflows = new WorkflowsStack(app, `${name}-workflows`, {
    ...ofFunctions,
    workers: jobEntries(jobsOfSchool(school)),
    mail: mailOfSchool(school),
    nightly: nightlyOfSchool(school),
    leavingWorkers: built.leavingWorkers,
  });
  workflows.addStackDependency(data);
  const web = new WebStack(app, `${name}-web`, {
    ...placed,
    name,
    api: api.api,
    // What may be done for a stage (`stageLimits`) has no firewall.
    hasFirewall: school.firewall && !isStageId(school.id),
    throttles: {
      people: peopleThrottle(school),
      stranger: strangerThrottle(school),
      strangersCalls: calls.flatMap(({ call }) => (isForStrangers(call) ? [call] : [])),
    },
    apiPaths: calls.map(({ call }) => call.path),
    documentPaths: calls.flatMap(({ call }) =>
      mediaTypesOf(call).includes('application/pdf') ? [call.path.replaceAll(/\{\w+\}/g, '*')] : [],
    ),
    accessLogs: data.accessLogs,
    site: built.site,
    publicSchool: publicSchoolOf(school),
    securityTxt: securityTxt(school, new Date()),
    domain: school.domain,
    sharedSet,
  });
  const operations = new OperationsStack(app, `${name}-operations`, {
    ...placed,
    name,
    schoolId: school.id,
    operatorEmail: school.operatorEmail,
    budget: school.monthlyBudget ?? measuredBudget(),
    address: web.address,
    version: app.node.tryGetContext('version'),
    canary: built.canary,
    watched: { stageName, changesExport: workflows.changesExport },
  });
  // Last, some minutes after the workflows: the first export of the table is there when the alarm begins to look for
  // one.
  operations.addStackDependency(web);
  operations.addStackDependency(workflows);
  return { data, api, workflows, web, operations };
}

/**
 * `-c restarted=2026-03-01` makes new versions of all functions, and so ends the processes that hold a key which was
 * rotated.
 */
function restarted(app: App): Record<string, string> {
  const on: unknown = app.node.tryGetContext('restarted');
  return typeof on === 'string' ? { RESTARTED: on } : {};
}

/**
 * An app whose templates must pass CloudFormation's own rules and AWS Solutions, or synthesis fails.
 * @param passed templates that passed before, which are not checked again; absent where all are checked
 */
export function createCheckedApp(props?: AppProps, passed?: PassedTemplates): App {
  const app = new App(passed ? { ...props, builtinCloudFormationValidation: false } : props);
  const solutions = new AwsSolutionsChecks(app, { verbose: true });
  if (passed) {
    // CDK's own classes do not fit its interfaces under exactOptionalPropertyTypes.
    const ownRules = new CloudFormationValidatePlugin() as IPolicyValidationPlugin;
    const rules = [solutions, ownRules];
    Validations.of(app).addPlugins(...rules.map((each) => new RulesForNewTemplates(each, passed)));
  } else Validations.of(app).addPlugins(solutions);
  return app;
}
