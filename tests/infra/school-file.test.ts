import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { OperatorError } from '../../infra/operators/operator-error.ts';
import { knownSchools, loadSchool } from '../../infra/school.ts';
import { demo } from './templates.ts';
import { temporaryFolder } from './temporary-folder.ts';

let folder: URL;
const write = (id: string, content: unknown) =>
  writeFileSync(new URL(`${id}.json`, folder), typeof content === 'string' ? content : JSON.stringify(content));

beforeAll(() => {
  folder = pathToFileURL(`${temporaryFolder()}/`);
  write('broken', '{ "id": ');
  write('faulty', {
    ...demo(),
    id: 'faulty',
    monthlyBudget: 0,
    principals: 'two',
    houses: [{ id: 'R', name: 'Red', color: 'red' }],
  });
  write('renamed', demo());
  write('stray', { ...demo(), id: 'stray', formClasses: [{ id: '1A', form_level: 1, next_class_id: '2A' }] });
});

describe('a school file', () => {
  it('of every school in the project is valid', () => {
    expect(knownSchools()).toContain('demo');
    for (const id of knownSchools()) expect(loadSchool(id).id).toBe(id);
  });

  it('must be named, and the message lists the schools', () => {
    for (const id of [undefined, '']) {
      expect(() => loadSchool(id)).toThrow(/No school named\. Choose one with -c school=<id>: .*\bdemo\b/);
    }
  });

  it('that is not there is refused, and the message lists the schools', () => {
    expect(() => loadSchool('nowhere')).toThrow(/There is no infra\/schools\/nowhere\.json\. Choose one .*\bdemo\b/);
  });

  it('is never looked for outside its folder', () => {
    for (const id of ['../demo', 'schools/demo', '/etc/passwd', 'Demo']) {
      expect(() => loadSchool(id)).toThrow(/is not a school id/);
    }
  });

  it('that is not JSON is refused', () => {
    expect(() => loadSchool('broken', folder)).toThrow(/^infra\/schools\/broken\.json is not JSON: /);
  });

  it('with faults is refused with one line for each', () => {
    const faults = messageOf(() => loadSchool('faulty', folder)).split('\n');
    expect(faults).toHaveLength(3);
    for (const place of ['monthlyBudget', 'principals', 'houses.0.color']) {
      expect(faults.filter((fault) => fault.includes(place))).toHaveLength(1);
    }
    for (const fault of faults) expect(fault).toMatch(/^infra\/schools\/faulty\.json: [^:]+: \S/);
  });

  it('whose classes lead nowhere is refused', () => {
    expect(() => loadSchool('stray', folder)).toThrow(/formClasses: next_class_id must name a class of the list/);
  });

  it('must carry the id of its file name', () => {
    expect(() => loadSchool('renamed', folder)).toThrow('id: must be "renamed"');
  });
});

function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof OperatorError) return error.message;
    throw error;
  }
  throw new Error('Nothing was refused');
}
