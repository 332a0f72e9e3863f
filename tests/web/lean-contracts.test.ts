// @vitest-environment node
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { contracts, type Domain, lambdaSourcePath } from '#shared/product.ts';
import { leanContractsPlugin } from '../../web/lean-contracts.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const load = leanContractsPlugin().load as unknown as (id: string) => Promise<{ code: string } | null>;

/** The rows of a lean module, as a browser would see them. */
async function leanRows(domain: Domain): Promise<Record<string, Record<string, unknown>>> {
  const lean = await load(join(root, 'shared', dirname(lambdaSourcePath(domain, 'api')), 'contract.ts'));
  const [, json = ''] = /^export const \w+ = (\{.*\});$/m.exec(lean?.code ?? '') ?? [];
  return JSON.parse(json) as Record<string, Record<string, unknown>>;
}

describe.each(Object.entries(contracts))('the contract of %s in the built site', (domain, rows) => {
  it('says how to make each call, and has no schema', async () => {
    const lean = await leanRows(domain as Domain);
    expect(Object.keys(lean)).toEqual(Object.keys(rows));
    for (const [name, { method, path, who }] of Object.entries(rows)) {
      expect(lean[name]).toMatchObject({ method, path, who });
      expect(lean[name]).not.toHaveProperty('input');
      expect(lean[name]).not.toHaveProperty('output');
    }
  });
});

it('leaves every other module alone', async () => {
  expect(await load(join(root, 'shared/http/contract.ts'))).toBeNull();
  expect(await load(join(root, 'shared/contracts.ts'))).toBeNull();
});

it('is not asked by any screen for the schemas that it leaves out', async () => {
  const files = (await readdir(join(root, 'web'), { recursive: true })).filter((file) => /\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(50);
  for (const file of files) {
    const code = await readFile(join(root, 'web', file), 'utf8');
    expect(code, `web/${file}`).not.toMatch(/Contract\.\w+\s*\.(input|output)\b|\brow\.(input|output)\b/);
  }
});
