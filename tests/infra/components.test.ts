import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type BillOfMaterials,
  type Component,
  findBillFaults,
  makeBillOfMaterials,
} from '../../tools/checks/components.ts';

const read = (path: string) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));

describe('the software bill of materials', () => {
  let bill: BillOfMaterials;
  beforeAll(() => {
    bill = makeBillOfMaterials();
  });

  it('is CycloneDX 1.5 of the application', () => {
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5' });
    expect(bill.metadata.component).toMatchObject({ name: 'formroom', type: 'application', version: '0.1.0' });
  });

  it('names every dependency in the version that package.json pins', () => {
    const versions = new Map(bill.components.map(({ name, version }) => [`${name}@${version}`, true]));
    const { dependencies, devDependencies } = read('package.json') as Record<string, Record<string, string>>;
    // A package under another name, such as `npm:@cantoo/pdf-lib@2.11.1`, is pinned by its version there.
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      expect(versions.has(`${name}@${version.slice(version.lastIndexOf('@') + 1)}`), name).toBe(true);
  });

  it('has as many packages as the lock file has, each by name and version', () => {
    const { packages } = read('package-lock.json') as { packages: Record<string, { version: string }> };
    const locked = Object.entries(packages)
      .filter(([folder]) => folder !== '')
      .map(([folder, { version }]) => `${folder.slice(folder.lastIndexOf('node_modules/') + 13)}@${version}`);
    expect(new Set(bill.components.map(({ name, version }) => `${name}@${version}`))).toEqual(new Set(locked));
  });

  it('has a hash for all but what is inside of another package, and no licence that is not in the list', () => {
    expect(findBillFaults(bill, Object.keys(read('package.json').dependencies))).toEqual([]);
    const pinned = bill.components.filter(({ hashes }) => hashes?.[0]?.alg === 'SHA-512');
    expect(pinned.length).toBeGreaterThan(400);
  });
});

describe('a component', () => {
  const development = [{ name: 'cdx:npm:package:development', value: 'true' }];
  const hashes = [{ alg: 'SHA-512', content: '00' }];
  const component = (licence: string, more: Partial<Component> = {}): Component => ({
    name: 'some',
    version: '1.0.0',
    licenses: [/[ ()]/.test(licence) ? { expression: licence } : { license: { id: licence } }],
    hashes,
    ...more,
  });
  const faults = (...components: Component[]) =>
    findBillFaults(
      { bomFormat: '', specVersion: '', metadata: { component: { name: '', type: '' } }, components },
      components.map(({ name }) => name),
    );

  it('passes under a permissive licence, and where one of several may be chosen', () => {
    for (const licence of [
      'MIT',
      'MIT-0',
      'Apache-2.0',
      '(MIT OR GPL-3.0-or-later)',
      'MIT AND OFL-1.1',
      '(MIT AND Zlib) OR AGPL-3.0-only',
    ])
      expect(faults(component(licence)), licence).toEqual([]);
  });

  it('is refused under a licence that would bind the school, or none', () => {
    for (const licence of [
      'GPL-3.0-only',
      'AGPL-3.0-only',
      'SSPL-1.0',
      'MIT AND GPL-2.0-only',
      'MIT OR',
      'UNLICENSED',
      '(MIT',
    ])
      expect(faults(component(licence)), licence).toHaveLength(1);
    expect(faults(component('MIT', { licenses: [] }))).toEqual([
      'some 1.0.0 has the licence unknown, which is not in the list.',
    ]);
    expect(faults(component('MIT', { licenses: [{ license: { name: 'see file' } }] }))).toHaveLength(1);
  });

  it('may have a licence by file where it is a tool that is not deployed', () => {
    expect(faults(component('MPL-2.0', { properties: development }))).toEqual([]);
    expect(faults(component('MPL-2.0'))).toHaveLength(1);
    expect(faults(component('GPL-3.0-only', { properties: development }))).toHaveLength(1);
  });

  it('is refused without a hash, and missed where it is not in the bill', () => {
    expect(faults(component('MIT', { hashes: [] }))).toEqual(['some 1.0.0 has no hash.']);
    const { metadata } = { metadata: { component: { name: '', type: '' } } };
    expect(findBillFaults({ bomFormat: '', specVersion: '', metadata, components: [] }, ['react'])).toEqual([
      'react is not in the bill.',
    ]);
  });
});
