import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type {
  IPolicyValidationContext,
  IPolicyValidationPlugin,
  PolicyValidationPluginReport,
  PolicyValidationStack,
} from 'aws-cdk-lib';
import type { CloudAssembly } from 'aws-cdk-lib/cx-api';

const defaultFile = fileURLToPath(new URL('../../dist/deploy/passed-templates.json', import.meta.url));

/** Templates that passed every rule, as hashes in a file: `cdk deploy` checks only what is in no such line. */
export class PassedTemplates {
  readonly #file: string;
  readonly #hashes: Set<string>;

  constructor(file = defaultFile) {
    this.#file = file;
    this.#hashes = new Set(existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as string[]) : []);
  }

  has = (templatePath: string): boolean => this.#hashes.has(hashOf(templatePath));

  /** Remembers the templates of an assembly if no rule and no warning speaks against one of them. */
  add({ directory, stacksRecursively }: CloudAssembly): void {
    const report = JSON.parse(readFileSync(join(directory, 'validation-report.json'), 'utf8'));
    if (report.pluginReports.length > 0) return;
    for (const { templateFullPath } of stacksRecursively) this.#hashes.add(hashOf(templateFullPath));
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, JSON.stringify([...this.#hashes]));
  }
}

/** Newer rules may find what older ones did not. */
const versions = ['aws-cdk-lib', 'cdk-nag'].map(
  (name) => createRequire(import.meta.url)(`${name}/package.json`).version as string,
);

const hashOf = (templatePath: string): string =>
  createHash('sha256').update(versions.join()).update(readFileSync(templatePath)).digest('hex');

/** Applies rules to those stacks alone whose templates have not passed yet. */
export class RulesForNewTemplates implements IPolicyValidationPlugin {
  readonly name: string;
  readonly #rules: IPolicyValidationPlugin;
  readonly #passed: PassedTemplates;

  constructor(rules: IPolicyValidationPlugin, passed: PassedTemplates) {
    this.name = rules.name;
    this.#rules = rules;
    this.#passed = passed;
  }

  validate(context: IPolicyValidationContext): PolicyValidationPluginReport {
    const unknown: PolicyValidationStack[] = context.stackTemplates.filter(
      ({ templatePath }) => !this.#passed.has(templatePath),
    );
    if (unknown.length === 0) return { success: true, violations: [] };
    return this.#rules.validate({
      ...context,
      stackTemplates: unknown,
      templatePaths: unknown.map(({ templatePath }) => templatePath),
    });
  }
}
