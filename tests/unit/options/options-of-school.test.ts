import { describe, expect, it } from 'vitest';
import { type Option, option } from '#shared/option.ts';
import { options } from '#shared/options.ts';
import {
  allCalls,
  callsOfSchool,
  findFaultsOfOptions,
  isPageOpen,
  jobsOfSchool,
  joinPartitions,
  mailOfSchool,
  publicSchoolOf,
  settingsWithoutMail,
} from '#shared/product.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { demoSchoolFile } from '../../support/samples/demo-school.ts';
import { everyOption, everyOptionBut } from '../../support/samples/every-option.ts';

const schoolWith = (options: string[], isAttendanceOn = true) => ({
  ...demoSchoolFile,
  options,
  optionSettings: {},
  attendance: { ...demoSchoolFile.attendance, isOn: isAttendanceOn },
});

const made = (name: string, needs: string[] = []): Option =>
  option({
    name,
    needs,
    findLack: () => null,
    settings: null,
    mail: null,
    contracts: {},
    folders: {},
    jobs: {},
    keptDays: {},
    pages: [],
    lightPages: [],
    own: { calls: {}, jobs: {} },
    partitions: { table: [], indexes: [], together: [] },
  });

describe('the options of a school file', () => {
  it('are public, as is whether letters are sent', () => {
    const publicOf = (options: string[]) => publicSchoolOf({ ...demoSchoolFile, options });
    expect(publicOf(['families'])).toMatchObject({ options: ['families'], sendsMail: true });
    expect(publicOf(['signed-cards'])).not.toHaveProperty('sendsMail');
  });

  it('are all there are, in the demo school', () => {
    expect(demoSchoolFile.options).toEqual(everyOption);
    expect(options.map(({ name }) => name).toSorted()).toEqual(everyOption);
    expect(findFaultsOfOptions(demoSchoolFile)).toEqual([]);
  });

  it('must exist', () => {
    expect(findFaultsOfOptions(schoolWith(['scan-stations', 'chess']))).toEqual([
      {
        path: 'options.1',
        message: `There is no option "chess". There are: ${everyOption.join(', ')}.`,
      },
    ]);
  });

  it('must have the options that they need', () => {
    const known = [made('clocks'), made('bells', ['clocks'])];
    expect(findFaultsOfOptions(schoolWith(['bells']), known)).toEqual([
      { path: 'options.0', message: 'The option "bells" needs the option "clocks".' },
    ]);
    expect(findFaultsOfOptions(schoolWith(['bells', 'clocks']), known)).toEqual([]);
  });

  it('must have what they need of the rest of the file: scan stations are nothing without attendance', () => {
    expect(findFaultsOfOptions(schoolWith(['scan-stations'], false))).toEqual([
      { path: 'options.0', message: 'Scan stations need attendance: set attendance.isOn, or leave them out.' },
    ]);
    expect(findFaultsOfOptions(schoolWith([], false))).toEqual([]);
  });
});

describe('what is set of options', () => {
  const faultsOf = (optionSettings: Record<string, unknown>, options = ['signed-cards', 'scan-stations']) =>
    findFaultsOfOptions({ ...schoolWith(options), optionSettings }).map(({ path, message }) => `${path}: ${message}`);

  it('is taken as its option knows it', () => {
    expect(faultsOf({ 'signed-cards': { signs: false } })).toEqual([]);
    expect(faultsOf({ 'signed-cards': {} })).toEqual([]);
    expect(faultsOf({ 'signed-cards': { keyInKms: 2 } })).toEqual([]);
  });

  it('is refused with its place in the file: a word instead of yes or no, an unknown setting, an option without any, one that is off', () => {
    expect(faultsOf({ 'signed-cards': { signs: 'no' } })).toEqual([
      expect.stringMatching(/^optionSettings\.signed-cards\.signs: /),
    ]);
    expect(faultsOf({ 'signed-cards': { keyInKms: 0 } })).toEqual([
      expect.stringMatching(/^optionSettings\.signed-cards\.keyInKms: /),
    ]);
    expect(faultsOf({ 'signed-cards': { sings: false } })).toEqual([
      expect.stringMatching(/^optionSettings\.signed-cards: /),
    ]);
    expect(faultsOf({ 'scan-stations': {} })).toEqual([
      'optionSettings.scan-stations: Nothing can be set of the option "scan-stations".',
    ]);
    expect(faultsOf({ 'signed-cards': {} }, ['scan-stations'])).toEqual([
      'optionSettings.signed-cards: The option "signed-cards" is not in options.',
    ]);
  });
});

describe('what options add to rows of the core', () => {
  const coreOf = (options: string[]) =>
    callsOfSchool(schoolWith(['families', ...options])).flatMap(({ domain, name, own }) =>
      own ? [`${domain} ${name}`] : [],
    );

  it('is there while the option is on, for rows that exist', () => {
    expect(coreOf(['signed-cards']).sort()).toEqual([
      'families printLinkedReport',
      'families printMyReport',
      'student-register exportEverythingAboutStudent',
      'term-reports issueReportAgain',
      'term-reports postTermReports',
      'term-reports printReportCard',
      'undo undoAct',
    ]);
    expect(jobsOfSchool(schoolWith(['signed-cards']))['post-term-reports']?.needs.own).toBeDefined();
  });

  it('is the key in KMS in place of secret keys of the table, where the file names one', () => {
    const ownOf = (signedCardsSettings: object) =>
      callsOfSchool({
        options: ['families', 'signed-cards'],
        optionSettings: { 'signed-cards': signedCardsSettings },
      }).flatMap(({ own }) => (own ? [own] : []));
    const inTable = ownOf({ keyInKms: null });
    expect(inTable.filter(({ makesKeys, readsKeys }) => makesKeys ?? readsKeys)).toHaveLength(inTable.length);
    expect(inTable.filter(({ signsInKms }) => signsInKms)).toEqual([]);
    const inKms = ownOf({ keyInKms: 1 });
    expect(inKms).toHaveLength(inTable.length);
    expect(inKms.filter(({ makesKeys, readsKeys, signsInKms }) => makesKeys || readsKeys || !signsInKms)).toEqual([]);
    const job = jobsOfSchool({ options: ['signed-cards'], optionSettings: { 'signed-cards': { keyInKms: 1 } } });
    expect(job['post-term-reports']?.needs.own).toMatchObject({ signsInKms: true });
    expect(job['post-term-reports']?.needs.own?.makesKeys).toBeUndefined();
  });

  it('names no row that there is none of', () => {
    const rows = new Set(allCalls.map(({ domain, name }) => `${domain} ${name}`));
    const named = options.flatMap(({ own }) =>
      Object.entries(own.calls).flatMap(([domain, calls]) => Object.keys(calls).map((name) => `${domain} ${name}`)),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((one) => !rows.has(one))).toEqual([]);
  });

  it('leaves the rows themselves as their contracts have them', () => {
    const posting = allCalls.find(({ name }) => name === 'postTermReports');
    expect(posting?.call).toBe(termReportsContract.postTermReports);
    expect(posting?.own).toBeDefined();
  });

  it('is gone with it', () => {
    expect(coreOf(['scan-stations'])).toEqual([]);
    expect(jobsOfSchool(schoolWith([]))['post-term-reports']?.needs.own).toBeUndefined();
  });
});

describe('the calls of a school', () => {
  const ofFamilies: string[] = ['families', 'student-entrance'];

  it('are all of them where all options are on', () => {
    expect(callsOfSchool(schoolWith(everyOption))).toEqual(allCalls);
  });

  const goneWithout = (options: string[]) => {
    const on = new Set(callsOfSchool(schoolWith(options)).map(({ domain, name }) => `${domain} ${name}`));
    return allCalls.filter(({ domain, name }) => !on.has(`${domain} ${name}`));
  };
  const titles = (calls: typeof allCalls) => calls.map(({ call }) => `${call.method} ${call.path}`).toSorted();

  it('are those of the core where none is', () => {
    expect(callsOfSchool(schoolWith([])).filter(({ domain }) => ofFamilies.includes(domain))).toEqual([]);
    const gone = goneWithout([]);
    const others = goneWithout(everyOptionBut('families'));
    expect(gone).toHaveLength(goneWithout(['families']).length + others.length);
  });

  it.each(
    options.map(({ name }) => name),
  )('are with %s alone its own beside the core’s, and its jobs alone', (name) => {
    const own = options.find((one) => one.name === name);
    const others = options.filter((one) => one.name !== name);
    const core = new Set(callsOfSchool(schoolWith([])).map(({ call }) => call));
    const added = callsOfSchool(schoolWith([name])).filter(({ call }) => !core.has(call));
    expect(new Set(added.map(({ domain }) => domain))).toEqual(new Set(Object.keys(own?.contracts ?? {})));
    const jobs = Object.keys(jobsOfSchool(schoolWith([name])));
    for (const { jobs: ofOther } of others) for (const job of Object.keys(ofOther)) expect(jobs).not.toContain(job);
    for (const job of Object.keys(own?.jobs ?? {})) expect(jobs).toContain(job);
  });

  it('are without families none of their functions, and all others', () => {
    const gone = goneWithout(everyOptionBut('families'));
    expect(gone.filter(({ domain }) => !ofFamilies.includes(domain))).toEqual([]);
    expect(gone.length).toBeGreaterThan(40);
  });

  it('are without scan stations and signed cards none of theirs', () => {
    const gone = goneWithout(everyOptionBut('scan-stations', 'signed-cards'));
    expect(titles(gone)).toEqual([
      'DELETE /api/attendance-refused-scans',
      'DELETE /api/attendance-station',
      'GET /.well-known/did.json',
      'GET /api/attendance-refused-scans',
      'GET /api/attendance-station',
      'GET /api/card-status',
      'GET /api/card-status/{list}',
      'GET /api/station-picture/{student_id}',
      'GET /api/station-start',
      'GET /attendance-student-cards',
      'POST /api/attendance-refused-scans',
      'POST /api/attendance-station',
      'POST /api/attendance-station-restore',
      'POST /api/station-scans',
    ]);
  });
});

describe('what a school sends mail with', () => {
  const letters = { from: 'Letters@school.example', occasions: ['report posted'], perSecond: 3 };
  const mailOf = (options: string[], ofFamilies: object) =>
    mailOfSchool({ options, optionSettings: { families: ofFamilies } });

  it('is what its option sets, with the worker that takes what comes back', () => {
    expect(mailOf(['families'], { letters })).toEqual({
      from: 'Letters@school.example',
      perSecond: 3,
      domain: 'families',
      failed: expect.objectContaining({ name: 'note-failed-mail' }),
    });
  });

  it.each([
    ['the option has no sender', ['families'], {}],
    ['the option is off', [], { letters }],
  ])('is nothing where %s', (_, options, ofFamilies) => {
    expect(mailOf(options, ofFamilies)).toBeNull();
  });

  it.each([
    [null],
    ['letters'],
    [{ families: null }],
  ])('leaves settings that are no settings to the check: %j', (settings) => {
    expect(settingsWithoutMail(settings)).toEqual(settings);
  });

  it('is left out of the settings of a stage, which keep the rest', () => {
    expect(settingsWithoutMail({ families: { letters }, 'signed-cards': { signs: false } })).toEqual({
      families: {},
      'signed-cards': { signs: false },
    });
  });
});

describe('an address of a page of its own', () => {
  it.each([
    ['student.html', 'families'],
    ['verify.html', 'signed-cards'],
  ])('answers with %s while %s is on, and with the staff’s page, which says so, while it is off', (page, name) => {
    const others = options.map((one) => one.name).filter((one) => one !== name);
    expect(isPageOpen(page, { options: [name] })).toBe(true);
    expect(isPageOpen(page, { options: others })).toBe(false);
  });
});

describe('what several options add to one row', () => {
  it('is joined, each partition once', () => {
    expect(joinPartitions([])).toBeUndefined();
    expect(joinPartitions([{ reads: ['one#*'] }, { reads: ['one#*', 'two#*'], writes: ['three'] }])).toEqual({
      reads: ['one#*', 'two#*'],
      writes: ['three'],
    });
    const looksUp = { partitions: ['code#*'], attributes: ['code'] };
    expect(joinPartitions([{ looksUp }, { signsInKms: true }])).toEqual({ looksUp, signsInKms: true });
  });

  it('is refused where two look something up', () => {
    const one = { looksUp: { partitions: ['code#*'], attributes: ['code'] } };
    expect(() => joinPartitions([one, one])).toThrow(/Two options look something up/);
  });
});
