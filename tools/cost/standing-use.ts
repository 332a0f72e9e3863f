import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { allEntries } from '../../infra/build/entries.ts';
import { schoolStacks } from '../../infra/formroom-app.ts';
import { loadSchool } from '../../infra/school.ts';
import { sumOf, type Use } from './prices.ts';

interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
}

/** Standing monthly cost of a school's stacks: counted resources, and the canary. */
export const standingUse = (schoolId: string): Use => sumOf([stackUse(schoolId), 1], [canaryUse, 1]);

/** Alarms and the like, counted in a school's stacks. */
export function stackUse(schoolId: string): Use {
  const folder = mkdtempSync(join(tmpdir(), 'formroom-cost-'));
  try {
    // Functions and the site cost only what is used of them, so an empty file will do in place of each.
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    for (const file of ['index.mjs', 'index.html']) writeFileSync(join(empty, file), '');
    const context = JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8')).context;
    const app = new App({ context, outdir: join(folder, 'cdk.out') });
    const built = {
      functions: new Map(allEntries().map(({ name }) => [name, empty])),
      site: empty,
      canary: empty,
      school: empty,
    };
    schoolStacks(app, loadSchool(schoolId), built);
    const resources = app.synth().stacks.flatMap(({ template }) => Object.values<Resource>(template.Resources));
    return countedIn(resources);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function countedIn(resources: readonly Resource[]): Use {
  const of = (type: string) => resources.filter(({ Type }) => Type === type);
  const [pool] = of('AWS::Cognito::UserPool');
  if (pool?.Properties.UserPoolTier !== 'LITE') throw new Error('Users are priced for the plan Lite alone.');
  return {
    'Log metrics': namesOf(of('AWS::Logs::MetricFilter')).length,
    'Alarm metrics': of('AWS::CloudWatch::Alarm').reduce((sum, alarm) => sum + metricsOf(alarm), 0),
    Dashboards: of('AWS::CloudWatch::Dashboard').length,
    Secrets: of('AWS::SecretsManager::Secret').length,
    'Customer keys': of('AWS::KMS::Key').length,
  };
}

/** Every five minutes of thirty days. */
const rounds = 12 * 24 * 30;

/** Page, script and health call; a second in a quarter of a gigabyte, and a tenth in the function of the call. */
const canaryRound: Use = {
  'API Gateway calls': 1,
  'CloudFront requests': 3,
  'CloudFront traffic': 110_000 / 1024 ** 3,
  'CloudFront functions': 3,
  'Lambda calls': 2,
  'Lambda time': 0.35,
  'DynamoDB reads': 1,
};

/** A month of the canary. */
export const canaryUse: Use = sumOf([canaryRound, rounds]);

/** Names of the metrics that filters count; an hour in which nothing is counted costs nothing, which is left out here. */
function namesOf(filters: readonly Resource[]): string[] {
  const named = filters.flatMap(
    ({ Properties: { MetricTransformations } }) => MetricTransformations as { MetricName: string }[],
  );
  return [...new Set(named.map(({ MetricName }) => MetricName))];
}

/** An alarm on an expression is charged for each metric in it. */
function metricsOf({ Properties: { Metrics } }: Resource): number {
  if (Metrics === undefined) return 1;
  return (Metrics as { MetricStat?: unknown }[]).filter(({ MetricStat }) => MetricStat !== undefined).length;
}
