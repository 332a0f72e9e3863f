import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App, AppProps } from 'aws-cdk-lib';
import { lightPages } from '#shared/product.ts';
import type { SchoolFile } from '#shared/school/school-file.ts';
import { allEntries } from '../../../infra/build/entries.ts';
import { addSchoolStacks, type BuiltParts, createCheckedApp } from '../../../infra/formroom-app.ts';
import { loadSchool } from '../../../infra/school.ts';
import { AccountStack } from '../../../infra/stacks/account.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** A resource of a template, as CloudFormation reads it. */
export interface Resource {
  Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: the shape is each service's own.
  Properties: Record<string, any>;
  Condition?: string;
  DeletionPolicy?: string;
  DependsOn?: string | string[];
  UpdateReplacePolicy?: string;
}

export interface Template {
  Resources: Record<string, Resource>;
  Conditions?: Record<string, unknown>;
  Parameters?: Record<string, { Default?: string }>;
  Outputs?: Record<string, { Export?: { Name: string }; Value?: unknown }>;
}

export const stackNames = ['data', 'api', 'workflows', 'web', 'operations'] as const;
export type Templates = Record<(typeof stackNames)[number], Template>;

/** The context of cdk.json: a test's app must behave as the CLI's does. */
export const cdkContext: Record<string, unknown> = JSON.parse(
  readFileSync(new URL('../../../cdk.json', import.meta.url), 'utf8'),
).context;

/** Stand-ins for what esbuild and Vite make: the templates do not look inside. */
export function placeholderParts(): BuiltParts {
  const folder = temporaryFolder();
  const place = (name: string, file: string) => {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, file), `<!-- ${name} -->`);
    return join(folder, name);
  };
  for (const { page } of lightPages) place('site', page);
  return {
    functions: new Map(allEntries().map(({ name }) => [name, place(name, 'index.mjs')])),
    site: place('site', 'index.html'),
    canary: place('canary', 'index.mjs'),
    leavingWorkers: place('leaving-workers', 'index.mjs'),
    school: place('school', 'school.json'),
  };
}

export const loadDemoSchool = (): SchoolFile => loadSchool('demo');

/** An app with the checks of the real one; its output goes to a folder of its own. */
export const testApp = (props: AppProps = {}): App =>
  createCheckedApp({
    outdir: temporaryFolder(),
    ...props,
    context: { ...cdkContext, ...props.context },
  });

/**
 * The templates of schools, by school id. Rules are checked elsewhere (`checks.test.ts`): here they would only take
 * time.
 */
export function synthesize(schools: SchoolFile[], context: Record<string, unknown> = {}): Record<string, Templates> {
  const built = placeholderParts();
  return Object.fromEntries(
    schools.map((school) => {
      const app = testApp({ context, builtinCloudFormationValidation: false });
      const stacks = addSchoolStacks(app, school, built);
      const assembly = app.synth();
      const template = (part: (typeof stackNames)[number]) =>
        assembly.getStackByName(stacks[part].stackName).template as Template;
      return [school.id, Object.fromEntries(stackNames.map((part) => [part, template(part)])) as Templates];
    }),
  );
}

/** The demo school's templates. */
export function demoTemplates(context: Record<string, unknown> = {}): Templates {
  const { demo: templates } = synthesize([loadDemoSchool()], context);
  if (!templates) throw new Error('The demo school was not synthesized');
  return templates;
}

/** The template of what an account has once in a region. */
export function accountTemplate(
  { aws, operatorEmail } = loadDemoSchool(),
  context: Record<string, unknown> = {},
  sharedSets = 1,
): Template {
  const app = testApp({ context, builtinCloudFormationValidation: false });
  const stack = new AccountStack(app, 'formroom-account', { env: aws, operatorEmail, sharedSets });
  return app.synth().getStackByName(stack.stackName).template as Template;
}

export const resourcesOfType = (template: Template, type: string): Resource[] =>
  Object.values(template.Resources).filter((resource) => resource.Type === type);

/** The one resource of a type. */
export function onlyResource(template: Template, type: string): Resource {
  const [found, ...others] = resourcesOfType(template, type);
  if (!found || others.length > 0) throw new Error(`${found ? others.length + 1 : 0} resources of type ${type}`);
  return found;
}

/** Name of the function whose version in use a reference names: `{ Ref: <its alias> }`, or that as text. */
export function functionBehind(template: Template, reference: unknown): string | undefined {
  const text = typeof reference === 'string' ? reference : JSON.stringify(reference);
  const alias = template.Resources[/"Ref":"(\w+Live\w+)"/.exec(text)?.[1] ?? ''];
  if (alias?.Type !== 'AWS::Lambda::Alias' || alias.Properties.Name !== 'live') return undefined;
  const name = alias.Properties.FunctionName.Ref;
  return template.Resources[name]?.Properties.FunctionName;
}

/** What the checks of an app find, warnings included: `cdk synth` takes those for errors (`strict` in cdk.json). */
export function findingsOfChecks(app: App): string[] {
  const write = process.stderr.write;
  const { exitCode } = process;
  process.stderr.write = () => true;
  try {
    app.synth();
  } catch {
    // What it threw is in the report.
  } finally {
    process.stderr.write = write;
    process.exitCode = exitCode;
  }
  const report = JSON.parse(readFileSync(join(app.outdir, 'validation-report.json'), 'utf8'));
  return report.pluginReports.map((each: unknown) => JSON.stringify(each));
}
