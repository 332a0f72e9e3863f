import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { activityMetrics } from '#shared/activity-metrics.ts';
import { lightPages } from '#shared/product.ts';
import { addAccountStacks } from '../../infra/account-app.ts';
import { loadAccountOfSchool } from '../../infra/account-file.ts';
import { allEntries } from '../../infra/build/entries.ts';
import { addSchoolStacks } from '../../infra/formroom-app.ts';
import { loadSchool } from '../../infra/school.ts';
import { crashes, lateSaves } from '../../infra/watching/log-metrics.ts';
import { sumUse, type Usage } from './prices.ts';

interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
}

/**
 * Standing monthly cost of a school's stacks: counted resources, and the canary.
 * @param options in place of those of its file, with nothing set of them
 */
export const standingUse = (schoolId: string, options?: string[]): Usage =>
  sumUse([stackUse(schoolId, options), 1], [canaryUse, 1]);

/** What an account has once, however many schools: the dashboard, its alarms, and the counts of what people do. */
export function accountUse(schoolId: string): Usage {
  const folder = mkdtempSync(join(tmpdir(), 'formroom-cost-'));
  try {
    const app = new App({ context: cdkContext(), outdir: folder });
    addAccountStacks(app, loadAccountOfSchool(schoolId));
    const counts = { 'Log metrics': Object.keys(activityMetrics).length * countedHours };
    return sumUse([countedIn(resourcesOf(app)), 1], [counts, 1]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Alarms and the like, counted in a school's stacks. */
export function stackUse(schoolId: string, options?: string[]): Usage {
  const folder = mkdtempSync(join(tmpdir(), 'formroom-cost-'));
  try {
    // Functions and the site cost only what is used of them, so an empty file will do in place of each.
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    for (const file of ['index.mjs', 'index.html', ...lightPages.map(({ page }) => page)])
      writeFileSync(join(empty, file), '');
    const app = new App({ context: cdkContext(), outdir: join(folder, 'cdk.out') });
    const built = {
      functions: new Map(allEntries().map(({ name }) => [name, empty])),
      site: empty,
      canary: empty,
      leavingWorkers: empty,
      school: empty,
    };
    addSchoolStacks(app, { ...loadSchool(schoolId), ...(options ? { options, optionSettings: {} } : {}) }, built);
    const resources = resourcesOf(app);
    const [pool] = resources.filter(({ Type }) => Type === 'AWS::Cognito::UserPool');
    if (pool?.Properties.UserPoolTier !== 'LITE') throw new Error('Users are priced for the plan Lite alone.');
    return countedIn(resources);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const cdkContext = () => JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8')).context;

const resourcesOf = (app: App): Resource[] =>
  app.synth().stacks.flatMap(({ template }) => Object.values<Resource>(template.Resources));

function countedIn(resources: readonly Resource[]): Usage {
  const of = (type: string) => resources.filter(({ Type }) => Type === type);
  return {
    'Log metrics': namesOf(of('AWS::Logs::MetricFilter'))
      .map((name) => (faults.includes(name) ? faultyHours : countedHours))
      .reduce((sum, share) => sum + share, 0),
    'Alarm metrics': of('AWS::CloudWatch::Alarm').reduce((sum, alarm) => sum + metricsOf(alarm), 0),
    Dashboards: of('AWS::CloudWatch::Dashboard').length,
    Secrets: of('AWS::SecretsManager::Secret').length,
    Firewalls: of('AWS::WAFv2::WebACL').length,
    'Customer keys': of('AWS::KMS::Key').length,
  };
}

/** Every five minutes of thirty days. */
const rounds = 12 * 24 * 30;

/**
 * Page, the script that it starts with, and health call, compressed and with their headers; a second in a quarter of a
 * gigabyte, and a tenth in the function of the call.
 */
const canaryRound: Usage = {
  'API Gateway calls': 1,
  'CloudFront requests': 3,
  'CloudFront traffic': 12_000 / 1024 ** 3,
  'CloudFront functions': 3,
  'Lambda calls': 2,
  'Lambda time': 0.35,
  'DynamoDB reads': 1,
};

/** A month of the canary. */
export const canaryUse: Usage = sumUse([canaryRound, rounds]);

/**
 * Share of a month's 720 hours in which something is counted: twelve hours of each of 21 days of school, which is much.
 */
const countedHours = (12 * 21) / 720;

/** What is counted only when something is wrong: an hour of each day of school, which is much. */
const faults: readonly string[] = [crashes.name, lateSaves.name];
const faultyHours = 21 / 720;

/** Names of the metrics that filters count. */
function namesOf(filters: readonly Resource[]): string[] {
  const named = filters.flatMap(
    ({ Properties: { MetricTransformations } }) => MetricTransformations as { MetricName: string }[],
  );
  return [...new Set(named.map(({ MetricName }) => MetricName))];
}

/**
 * An alarm on an expression is charged for each metric in it, one on a query for each that the query finds: of one
 * table, for as long as it is throttled.
 */
function metricsOf({ Properties: { Metrics } }: Resource): number {
  if (Metrics === undefined) return 1;
  return Math.max(
    (Metrics as { MetricStat?: unknown }[]).filter(({ MetricStat }) => MetricStat !== undefined).length,
    1,
  );
}
