/** `npm run check:boundaries`: the import rules of `.dependency-cruiser.cjs`. */
import path from 'node:path';
import { cruise, format } from 'dependency-cruiser';
import extractConfig from 'dependency-cruiser/config-utl/extract-depcruise-config';
import extractTypeScriptConfig from 'dependency-cruiser/config-utl/extract-ts-config';

const folders = ['shared', 'functions', 'infra', 'local', 'web', 'tools'];
/**
 * Fewer modules than this mean that the cruiser did not understand the code: with a TypeScript it does not know, it
 * passes on nothing.
 */
const least = 200;

const config = await extractConfig(path.resolve('.dependency-cruiser.cjs'));
const { output } = await cruise(
  folders,
  { ...config.options, ruleSet: { forbidden: config.forbidden ?? [] }, validate: true },
  undefined,
  { tsConfig: extractTypeScriptConfig('tsconfig.json') },
);
if (typeof output === 'string') throw new Error(output);
const report = await format(output, { outputType: 'err' });
process.stdout.write(`${report.output}\n`);
const { error, totalCruised } = output.summary;
if (totalCruised < least) process.stdout.write(`Only ${totalCruised} modules were read: the check is blind.\n`);
process.exitCode = error > 0 || totalCruised < least ? 1 : 0;
