import { describe, expect, it } from 'vitest';
import { packageScripts, projectFiles, readProjectFile } from './project-pages.ts';

const page = readProjectFile('docs/aws-facts.md');
const rows = page
  .split('\n')
  .filter((line) => /^\| (?!Fact \|)/.test(line))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );

/** Sites that are authoritative: AWS's, and GitHub's for its own tokens. */
const official = /^https:\/\/(docs\.aws\.amazon\.com|aws\.amazon\.com|docs\.github\.com|github\.blog)\/\S+$/;

describe('docs/aws-facts.md', () => {
  it('has a fact, its document and its test or command in each row', () => {
    expect(rows.length).toBeGreaterThan(25);
    for (const row of rows) expect(row, row[0]).toHaveLength(4);
    const facts = rows.map(([fact]) => fact);
    expect(new Set(facts).size).toBe(facts.length);
  });

  it.each(rows)('%s: a page of its service says so', (_, document = '') => {
    const addresses = [...document.matchAll(/\]\(([^)]+)\)/g)].map(([, address = '']) => address);
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses) expect(address).toMatch(official);
  });

  it('says when AWS showed a fact to be so or not, in what account and with what result; or that none was tried', () => {
    const met = rows.map(([, , , cell = '']) => cell).filter((cell) => cell !== '');
    for (const cell of met) expect(cell).toMatch(/^20\d\d-\d\d-\d\d, [^,]+, .+$/);
    expect(page.includes('It is empty: nothing of this project has run on AWS yet.')).toBe(met.length === 0);
  });

  it.each(rows)('%s: is asked by what is there', (_, __, asked = '') => {
    const askers = [...asked.matchAll(/`([^`]+)`/g)].map(([, asker = '']) => asker);
    expect(askers.length).toBeGreaterThan(0);
    for (const asker of askers) {
      const script = /^npm run (\S+)/.exec(asker)?.[1];
      if (script === undefined) {
        expect(asker).toMatch(/^tests\/.*\.test\.tsx?$/);
        expect(projectFiles).toContain(asker);
      } else expect(Object.keys(packageScripts)).toContain(script);
    }
  });
});
