import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stack, Validations } from 'aws-cdk-lib';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { expect, it } from 'vitest';
import { PassedTemplates } from '../../infra/build/passed-templates.ts';
import { createCheckedApp } from '../../infra/formroom-app.ts';
import { cdkContext } from './stacks/templates.ts';
import { temporaryFolder } from './temporary-folder.ts';

/**
 * Synthesizes a bucket that AWS Solutions refuses (no access log, not TLS alone) as an app below the command line does,
 * which reads the report, and returns the rules that found something.
 */
function found(file: string, bucketName: string, acknowledged: readonly string[] = []): string[] {
  const passed = new PassedTemplates(file);
  const context = { ...cdkContext, '@aws-cdk/core:failSynthOnValidationErrors': false };
  const app = createCheckedApp({ context, outdir: temporaryFolder() }, passed);
  const bucket = new s3.Bucket(new Stack(app, 'wrong'), 'Bucket', { bucketName });
  for (const id of acknowledged) Validations.of(bucket).acknowledge({ id, reason: 'To let this template pass once.' });
  const assembly = app.synth();
  passed.add(assembly);
  const { pluginReports } = JSON.parse(readFileSync(join(assembly.directory, 'validation-report.json'), 'utf8'));
  return pluginReports.flatMap(({ violations }: { violations: { ruleName: string }[] }) =>
    violations.map(({ ruleName }) => ruleName),
  );
}

const rules = ['AwsSolutions-S1', 'AwsSolutions-S10'];

it('a wrong template that is not known stops the deployment, also at the second attempt', () => {
  const file = join(temporaryFolder(), 'passed.json');
  expect(found(file, 'formroom-a')).toEqual(rules);
  expect(found(file, 'formroom-a')).toEqual(rules);
  expect(existsSync(file)).toBe(false);
});

it('a template that passed is not checked again until one byte of it changes', () => {
  const file = join(temporaryFolder(), 'passed.json');
  expect(found(file, 'formroom-a', rules)).toEqual([]);
  // The same template: no rule looks at it, so the missing acknowledgement is not noticed.
  expect(found(file, 'formroom-a')).toEqual([]);
  expect(found(file, 'formroom-b')).toEqual(rules);
});
