import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { knownSchools, loadSchool } from '../../infra/school.ts';
import { messageOf } from './message-of.ts';
import { loadDemoSchool } from './stacks/templates.ts';
import { temporaryFolder } from './temporary-folder.ts';

let folder: URL;
const write = (id: string, content: unknown) =>
  writeFileSync(new URL(`${id}.json`, folder), typeof content === 'string' ? content : JSON.stringify(content));

beforeAll(() => {
  folder = pathToFileURL(`${temporaryFolder()}/`);
  write('broken', '{ "id": ');
  write('faulty', {
    ...loadDemoSchool(),
    id: 'faulty',
    monthlyBudget: 0,
    principals: 'two',
    houses: [{ id: 'R', name: 'Red', color: 'red' }],
  });
  write('renamed', loadDemoSchool());
  const { aws, operatorEmail } = loadDemoSchool();
  const stage = { stageOf: 'school', id: 'staging-school', aws, domain: null, operatorEmail };
  write('school', {
    ...loadDemoSchool(),
    id: 'school',
    domain: { name: 'marks.school.example', certificateArn: certificate() },
  });
  write('staging-school', stage);
  write('staging-unplaced', { stageOf: 'school', id: 'staging-unplaced' });
  write('staging-of-stage', { ...stage, id: 'staging-of-stage', stageOf: 'staging-school' });
  write('staging-of-nothing', { ...stage, id: 'staging-of-nothing', stageOf: 'nowhere' });
  write('stray', { ...loadDemoSchool(), id: 'stray', formClasses: [{ id: '1A', form_level: 1, next_class_id: '2A' }] });
});

const certificate = (region = 'us-east-1', account = '111122223333') =>
  `arn:aws:acm:${region}:${account}:certificate/00000000-0000-0000-0000-000000000000`;

describe('a stage of a school', () => {
  it('is the school, with its own id, place, address and operator', () => {
    const [{ optionSettings: _, ...school }, staging] = [
      loadSchool('school', folder),
      loadSchool('staging-school', folder),
    ];
    expect(staging).toMatchObject({ ...school, id: 'staging-school', domain: null });
  });

  it('names its own addresses and recipients: none may be the school’s', () => {
    const faults = messageOf(() => loadSchool('staging-unplaced', folder));
    for (const place of ['aws', 'domain', 'operatorEmail'])
      expect(faults).toContain(`staging-unplaced.json: ${place}: `);
  });

  it('is one of a school, not of a stage or of nothing', () => {
    expect(() => loadSchool('staging-of-stage', folder)).toThrow('stageOf: "staging-school" is a stage itself.');
    expect(() => loadSchool('staging-of-nothing', folder)).toThrow('stageOf: must be the id of another school.');
  });
});

describe('an id that begins with "staging-"', () => {
  it.each([
    ['school', { stageOf: 'school', id: 'trial' }],
    ['staging', { id: 'staging' }],
    ['staging-hill', { id: 'staging-hill' }],
  ])('is that of a stage alone, because rights go by names (%s)', (_, more) => {
    write(more.id, { ...loadDemoSchool(), ...more });
    expect(() => loadSchool(more.id, folder)).toThrow('a stage’s id, and no school’s, begins with "staging-".');
  });
});

describe('a school file', () => {
  it.each([
    ['of another region', certificate('eu-west-1'), 'in us-east-1: CloudFront takes none from elsewhere.'],
    [
      'of another account',
      certificate('us-east-1', '444455556666'),
      'The certificate must be in the account of the school.',
    ],
    ['that is no certificate', 'arn:aws:s3:::certificate', 'in us-east-1: CloudFront takes none from elsewhere.'],
  ])('with a certificate %s is refused', (_, certificateArn, message) => {
    write('certified', {
      ...loadDemoSchool(),
      id: 'certified',
      domain: { name: 'marks.school.example', certificateArn },
    });
    const fault = messageOf(() => loadSchool('certified', folder));
    expect(fault).toContain('domain.certificateArn: ');
    expect(fault).toContain(message);
  });

  it.each([
    ['an account that is a name', { account: 'district', region: 'us-east-1' }, 'aws.account'],
    ['a zone for a region', { account: '111122223333', region: 'us-east-1a' }, 'aws.region'],
    ['no place', undefined, 'aws'],
  ])('with %s is refused', (_, aws, place) => {
    write('placed', { ...loadDemoSchool(), id: 'placed', aws });
    expect(messageOf(() => loadSchool('placed', folder))).toContain(`placed.json: ${place}: `);
  });

  it.each([
    0.05,
    101,
    -1,
    '5',
  ])('that has %j percent of its calls traced is refused: a share is 0 to 100', (tracing) => {
    write('traced', { ...loadDemoSchool(), id: 'traced', tracing });
    expect(messageOf(() => loadSchool('traced', folder))).toContain('traced.json: tracing: ');
  });

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

  it.each(['heron-trail', 'heron-keys'])('%s is refused: heron’s own table is called so', (id) => {
    write(id, { ...loadDemoSchool(), id });
    expect(() => loadSchool(id, folder)).toThrow('id: Must not end in -keys or -trail');
  });

  it('must carry the id of its file name', () => {
    expect(() => loadSchool('renamed', folder)).toThrow('id: must be "renamed"');
  });
});
