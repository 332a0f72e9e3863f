import { beforeAll, describe, expect, it } from 'vitest';
import { accountTemplate, loadDemoSchool, synthesize, type Templates } from '../stacks/templates.ts';

let off: Templates;
let on: Templates;
beforeAll(() => {
  const demo = loadDemoSchool();
  const made = synthesize([demo, { ...demo, id: 'core', options: [], optionSettings: {} }]);
  if (!made.demo || !made.core) throw new Error('A school was not synthesized');
  ({ demo: on, core: off } = made);
});

const functionsOf = ({ api, workflows }: Templates): string[] =>
  [api, workflows].flatMap(({ Resources }) =>
    Object.values(Resources).flatMap(({ Type, Properties }) =>
      Type === 'AWS::Lambda::Function' ? [String(Properties.FunctionName).replace(/^formroom-(demo|core)-/, '')] : [],
    ),
  );
const countOf = (type: string, { Resources }: Templates['api']): number =>
  Object.values(Resources).filter(({ Type }) => Type === type).length;

describe('an option that is not in the school file', () => {
  it('has no functions and none of their roles', () => {
    const left = new Set(functionsOf(off));
    const gone = functionsOf(on).filter((name) => !left.has(name));
    expect(gone.toSorted()).toEqual([
      'district',
      'families',
      'families-documents',
      'families-jobs',
      'move-in',
      'move-in-documents',
      'move-in-jobs',
      'oneroster-documents',
      'oneroster-jobs',
      'oneroster-rest-documents',
      'scan-stations',
      'scan-stations-documents',
      'sign-off',
      'sign-off-documents',
      'student-entrance',
      'transcripts',
      'transcripts-documents',
      'truth-check',
      'truth-check-documents',
      'verification',
    ]);
    expect(countOf('AWS::IAM::Role', on.api) - countOf('AWS::IAM::Role', off.api)).toBe(14);
  });

  it('has its workers no more in the list of which a deployment asks', () => {
    const listOf = ({ workflows: { Resources } }: Templates) =>
      Object.entries(Resources)
        .filter(([, { Type }]) => Type === 'Custom::LeavingWorkers')
        .map(([id, { Properties }]) => ({
          id,
          workers: JSON.stringify(Properties.Machines).match(/(?<=formroom-(?:demo|core)-)[a-z-]+-jobs/g) ?? [],
        }));
    const [before, after] = [...listOf(on), ...listOf(off)];
    expect(after?.id).toBe(before?.id);
    const left: string[] = after?.workers ?? [];
    expect(before?.workers.filter((name) => !left.includes(name))).toEqual([
      'families-jobs',
      'move-in-jobs',
      'oneroster-jobs',
    ]);
  });

  it('has no path of the API and no behaviour of the distribution', () => {
    const [api, web] = [JSON.stringify(off.api), JSON.stringify(off.web)];
    for (const path of [
      'station-start',
      'station-scans',
      'station-picture',
      'attendance-station',
      'attendance-refused-scans',
      'attendance-student-cards',
      'card-status',
      'did.json',
      ...[
        'family-account',
        'my-report',
        'report-link-open',
        'my-absence-note',
        'registration-accept',
        'family-letters',
      ],
      ...['student-login', 'student-change-password', 'attendance-family-note'],
      'move-in-preview',
      'oneroster',
      '/ims/',
      ...[
        'student-transcript',
        'earlier-marks-preview',
        'term-list',
        'blank-paper',
        'report-signatures',
        'class-council-minutes',
      ],
    ])
      expect(api + web, path).not.toContain(path);
    expect(JSON.stringify(on.web)).toContain('attendance-student-cards');
  });

  it('keeps its address, which all schools of an account have: the page says itself that the school no longer offers it', () => {
    expect(JSON.stringify(accountTemplate())).toContain('/station');
    expect(JSON.stringify(accountTemplate())).toContain('/verify');
    expect(JSON.stringify(accountTemplate())).toContain('/student');
  });

  it('has no right to its own partitions: no function of a school without signed cards or keys of other systems reads or makes one', () => {
    const [ofOff, ofOn] = [off, on].map(({ api, workflows }) => JSON.stringify([api, workflows]));
    const ofCards = ['card-key#*', 'card-keys', 'card-places#*', 'card-status-lists', 'card-code#*'];
    for (const partition of [...ofCards, 'roster-keys', 'roster-tokens#*', 'roster-readings#*']) {
      expect(ofOff, partition).not.toContain(`"${partition}"`);
      expect(ofOn, partition).toContain(`"${partition}"`);
    }
  });

  it('keeps its records, and who may erase them', () => {
    for (const partition of [
      ...['refused-scans', 'stations', 'family-notes#*', 'registration#*', 'report-links#*'],
      ...['document-numbers#*', 'earlier-marks#*', 'student-documents#*', 'sign-offs#*', 'class-councils#*'],
    ])
      expect(JSON.stringify([off.api, off.workflows]), partition).toContain(`"${partition}"`);
    expect(Object.keys(off.data.Resources)).toEqual(Object.keys(on.data.Resources));
  });
});
