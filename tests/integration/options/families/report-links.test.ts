import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AttemptsEntity } from '#functions/accounts/auth/sign-in/attempt-counters.ts';
import { ReportLinkEntity } from '#functions/options/families/records/report-links.ts';
import { hashSecret } from '#functions/platform/identity/secrets.ts';
import { toNetwork } from '#functions/sessions/browser-and-network.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { TermPostingEntity } from '#functions/term-reports/report-cards/posting/postings.ts';
import { familiesContract } from '#shared/options/families/contract.ts';
import { entranceContract } from '#shared/options/families/entrance/contract.ts';
import { linkOfficeWordings, linkWordings } from '#shared/options/families/wordings.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { clientWithSession } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { forgetSignInAttempts } from '../../../support/callers/forget-sign-in-attempts.ts';
import { readPrintedPdf } from '../../../support/files/printed-pdf.ts';
import { postReportOfStudent } from '../../../support/school/posted-report.ts';
import { changeRecordOfTest, executeActionOfTest, readEveryRecord } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { term, year } from '../../../support/school/small-school.ts';
import { switchOption } from '../../../support/school/switch-option.ts';
import { recordTraffic } from '../../../support/school/table-traffic.ts';
import { hookTable } from '../../../support/step-by-step/table-requests.ts';

const { openReportLink } = entranceContract;
const { makeReportLink, endReportLinks, printLinkSlips, readLinkedReport, printLinkedReport } = familiesContract;
const posted = { year: year - 1, term };
const born: Record<string, string> = { S41: '2010-05-17', S42: '2010-05-18', S43: '2009-12-31' };
/** None of theirs. */
const wrongDates = Array.from({ length: 12 }, (_, index) => `2011-02-${String(index + 1).padStart(2, '0')}`);

/** S41, S42 and S43 of 4A have a posted report; S44 has one and no date of birth. */
describe('a link for parents', () => {
  const school = schoolForTests();
  const office = school.as('A1');
  const noSession = school.as('T1');

  beforeAll(async () => {
    for (const [studentId, dateOfBirth] of Object.entries(born))
      await executeActionOfTest(StudentEntity.update({ studentId }, { set: { dateOfBirth } }));
    for (const studentId of [...Object.keys(born), 'S44']) await postReportOfStudent(studentId, posted);
  });
  beforeEach(forgetSignInAttempts);

  const phone = () => clientWithSession(school.url, undefined);
  const linkOf = async (student_id: string): Promise<string> => {
    const { body, status } = await office.call(makeReportLink, { student_id, ...posted });
    expect(status).toBe(200);
    return body.address.split('#')[1] ?? '';
  };
  /** A new link: what earlier tests did to the student's link is over. */
  const newLinkOf = async (student_id: string): Promise<string> => {
    await office.call(endReportLinks, { ...posted, student_id });
    return linkOf(student_id);
  };
  const opened = async (client: TestClient, studentId: string, link: string) => {
    const { body, status } = await client.call(openReportLink, { link, date_of_birth: born[studentId] ?? '' });
    expect(status).toBe(200);
    return { link, opening: body.opening };
  };
  /** So many wrong dates of other links, typed behind this address. */
  const usedUp = async (wrong: number) => {
    const who = `network#links#${toNetwork('127.0.0.1')}`;
    const until = Date.now() + wrong * 10_000;
    await executeActionOfTest(AttemptsEntity.put({ who, until, expires: Math.ceil(until / 1000) + 86_400 }));
  };
  const listed = async (studentId: string) => {
    const input = { class_id: '4A', year: String(posted.year), term: String(posted.term) };
    const { body } = await office.call(familiesContract.listFamilyAccounts, input);
    return body.find(({ student_id }) => student_id === studentId);
  };
  const changePosting = async (change: { isPosted?: boolean; editions?: number[]; version?: number }) => {
    await executeActionOfTest(TermPostingEntity.update(posted, { set: change }));
  };

  it('opens with the whole date alone: neither with another day, nor month, nor year', async () => {
    const link = await newLinkOf('S41');
    const client = await phone();
    const near = ['2010-05-18', '2010-06-17', '2011-05-17', '2010-05-01'];
    for (const date_of_birth of near)
      expect([date_of_birth, (await client.call(openReportLink, { link, date_of_birth })).status]).toEqual([
        date_of_birth,
        401,
      ]);
    await opened(client, 'S41', link);
  });

  it('opens one report with the date of birth, as a page and as the printed card, and nothing else', async () => {
    const link = await linkOf('S41');
    const client = await phone();
    const opening = await opened(client, 'S41', link);
    expect(client.cookies.get('session')).toBeUndefined();
    const { body } = await client.call(readLinkedReport, opening);
    expect([body.name, body.title, body.average.text]).toEqual([
      'Lastname S41, Pupil S41',
      'Term 1, 2024-2025',
      '75.3',
    ]);
    const { bytes } = await client.call(printLinkedReport, opening);
    expect((await readPrintedPdf(bytes)).title).toBe('Term report, Lastname S41, Pupil S41, Term 1, 2024-2025');
    expect((await client.call(familiesContract.listMyReports, {})).status).toBe(401);
    const other = await linkOf('S42');
    expect((await client.call(readLinkedReport, { ...opening, link: other })).status).toBe(401);
  });

  it('asks the table three times for the date of birth, three for the report and three for the card', async () => {
    const link = await newLinkOf('S41');
    const client = await phone();
    let opening = { link, opening: '' };
    const asked = async (work: () => Promise<unknown>) =>
      (await recordTraffic(work)).map(({ operation }) => operation.replace(/Items?$/, ''));
    expect(
      await asked(async () => {
        opening = await opened(client, 'S41', link);
      }),
    ).toEqual(['Query', 'BatchGet', 'TransactWrite']);
    expect(await asked(() => client.call(readLinkedReport, opening))).toEqual(['BatchGet', 'Query', 'TransactWrite']);
    expect(await asked(() => client.call(printLinkedReport, opening))).toEqual(['BatchGet', 'Query', 'TransactWrite']);
  });

  it('refuses a right date when the last tries of the link, or of the network, were used while it was compared', async () => {
    const client = await phone();
    /**
     * Opens a link with the right date, and has others send wrong ones when that date has been compared, before the
     * opening is written.
     */
    const openAfter = async (link: string, others: () => Promise<unknown>) => {
      let isCompared = false;
      let answer: Awaited<ReturnType<typeof tryRight>> | undefined;
      const tryRight = () => client.call(openReportLink, { link, date_of_birth: born.S42 ?? '' });
      await hookTable(
        async ({ command, send }) => {
          if (command === 'TransactWriteItemsCommand' && !isCompared) {
            isCompared = true;
            await others();
          }
          return send();
        },
        async () => {
          answer = await tryRight();
        },
      );
      expect(isCompared).toBe(true);
      return answer?.status;
    };
    const guessed = await newLinkOf('S42');
    const guess = () =>
      Promise.all(
        wrongDates.slice(0, 10).map((date_of_birth) => client.call(openReportLink, { link: guessed, date_of_birth })),
      );
    expect(await openAfter(guessed, guess)).toBe(401);
    expect(await listed('S42')).toMatchObject({ link: 'locked', link_tries: 10 });

    await forgetSignInAttempts();
    const other = await newLinkOf('S42');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    expect(await openAfter(other, () => usedUp(120))).toBe(429);
    vi.useRealTimers();
    expect(await listed('S42')).toMatchObject({ link: 'open', link_tries: 0 });
  });

  it('is stored as a hash, and its token in no record', async () => {
    const link = await linkOf('S41');
    const records = await readEveryRecord(ReportLinkEntity);
    expect(records.length).toBeGreaterThan(0);
    expect(JSON.stringify(records)).not.toContain(link);
    expect(link).toMatch(/^[A-Za-z0-9_-]{32}$/);
  });

  it('is the same when it is copied and printed again, and another one once the office has ended it', async () => {
    const [first, second] = [await linkOf('S41'), await linkOf('S41')];
    expect(second).toBe(first);
    const slips = async (input = {}) => {
      const { bytes } = await office.call(printLinkSlips, { class_id: '4A', ...posted, ...input });
      const { pages, title } = await readPrintedPdf(bytes);
      return { title, texts: pages.flatMap(({ texts }) => texts.map(({ text }) => text)).join(' ') };
    };
    const { title, texts } = await slips();
    expect(title).toBe('Links to term reports, 4A, Term 1, 2024-2025');
    expect(texts.replaceAll(' ', '')).toContain(`${school.url}/student/link#${first}`);
    for (const name of ['Pupil S42 Lastname S42, 4A', 'Pupil S43 Lastname S43, 4A']) expect(texts).toContain(name);
    // Without a date of birth.
    expect(texts).not.toContain('S44');
    expect((await office.call(makeReportLink, { student_id: 'S44', ...posted })).status).toBe(422);
    expect((await slips({ student_id: 'S42' })).texts).not.toContain('S41');

    // Of two of one name each slip has the id.
    await changeRecordOfTest(StudentEntity, { studentId: 'S43' }, { firstName: 'Pupil S42', lastName: 'Lastname S42' });
    expect((await slips({ student_id: 'S42' })).texts).toContain('Pupil S42 Lastname S42 (S42), 4A');
    await changeRecordOfTest(StudentEntity, { studentId: 'S43' }, { firstName: 'Pupil S43', lastName: 'Lastname S43' });

    const client = await phone();
    const opening = await opened(client, 'S41', first);
    expect((await office.call(endReportLinks, { ...posted, student_id: 'S41' })).body).toEqual({ ended: 1 });
    expect((await client.call(readLinkedReport, opening)).status).toBe(401);
    expect((await listed('S41'))?.link).toBe('ended');
    const third = await linkOf('S41');
    expect(third).not.toBe(first);
    expect((await client.call(openReportLink, { link: first, date_of_birth: born.S41 ?? '' })).status).toBe(401);
    await opened(client, 'S41', third);
  });

  it('ends for a class, and for the whole term', async () => {
    await Promise.all(['S41', 'S42', 'S43'].map(linkOf));
    expect((await office.call(endReportLinks, { ...posted, class_id: '1A' })).body).toEqual({ ended: 0 });
    expect((await office.call(endReportLinks, { ...posted, class_id: '4A' })).body).toEqual({ ended: 3 });
    await linkOf('S42');
    expect((await office.call(endReportLinks, posted)).body).toEqual({ ended: 1 });
    expect((await listed('S42'))?.link).toBe('ended');
  });

  it('answers a wrong date, an unknown link and a dead one alike', async () => {
    const dead = await linkOf('S42');
    await office.call(endReportLinks, { ...posted, student_id: 'S42' });
    const live = await linkOf('S41');
    const client = await phone();
    const answers = await Promise.all(
      [
        { link: live, date_of_birth: '2011-01-01' },
        { link: dead, date_of_birth: born.S42 ?? '' },
        { link: 'x'.repeat(32), date_of_birth: born.S41 ?? '' },
      ].map((tried) => client.call(openReportLink, tried)),
    );
    expect(answers.map(({ status, error }) => [status, error?.message])).toEqual(
      Array(3).fill([401, [linkOfficeWordings.opensNothing]]),
    );
  });

  it('dies of ten wrong dates over its whole life, however many come at once, and of no right one', async () => {
    const link = await newLinkOf('S41');
    const client = await phone();
    for (let round = 0; round < 12; round += 1) await opened(client, 'S41', link);
    expect(await listed('S41')).toMatchObject({ link: 'open', link_tries: 0 });
    await Promise.all(
      wrongDates.slice(0, 9).map((date_of_birth) => client.call(openReportLink, { link, date_of_birth })),
    );
    await opened(client, 'S41', link);
    expect(await listed('S41')).toMatchObject({ link: 'open', link_tries: 9 });
    const opening = await opened(client, 'S41', link);
    const late = await Promise.all(
      wrongDates.slice(9).map((date_of_birth) => client.call(openReportLink, { link, date_of_birth })),
    );
    expect(late.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(await listed('S41')).toMatchObject({ link: 'locked', link_tries: 10 });
    expect((await client.call(openReportLink, { link, date_of_birth: born.S41 ?? '' })).status).toBe(401);
    expect((await client.call(readLinkedReport, opening)).status).toBe(401);
    // The office makes another one.
    await opened(client, 'S41', await linkOf('S41'));
  });

  it('takes three wrong dates where somebody goes through a class from one address, and other links still open there', async () => {
    const client = await phone();
    const guessed = await newLinkOf('S42');
    await usedUp(32);
    for (const date_of_birth of wrongDates.slice(0, 5))
      await client.call(openReportLink, { link: guessed, date_of_birth });
    expect(await listed('S42')).toMatchObject({ link: 'open', link_tries: 3 });
    expect((await client.call(openReportLink, { link: guessed, date_of_birth: born.S42 ?? '' })).status).toBe(401);
    await opened(client, 'S43', await newLinkOf('S43'));
    await forgetSignInAttempts();
    await opened(client, 'S42', guessed);
  });

  it('throttles an address after a hundred and twenty wrong dates, and takes none from a right one', async () => {
    const client = await phone();
    const link = await newLinkOf('S43');
    // Each ten seconds give one more.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    await usedUp(118);
    for (let round = 0; round < 3; round += 1) await opened(client, 'S43', link);
    const wrong = { link, date_of_birth: wrongDates[0] ?? '' };
    const statuses: number[] = [];
    for (let round = 0; round < 3; round += 1) statuses.push((await client.call(openReportLink, wrong)).status);
    vi.useRealTimers();
    expect(statuses).toEqual([401, 401, 429]);
  });

  it('opens for a family while somebody behind the same address makes up links', async () => {
    const client = await phone();
    const link = await newLinkOf('S43');
    const made = Array.from({ length: 150 }, (_, index) => `${'r'.repeat(29)}${index + 100}`);
    const answers = [];
    for (const one of made) answers.push(await client.call(openReportLink, { link: one, date_of_birth: '2010-01-01' }));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    await opened(client, 'S43', link);
  });

  it('opens for a family while somebody behind the same address goes on with a link that takes no more dates', async () => {
    const client = await phone();
    const [spent, link] = [await newLinkOf('S42'), await newLinkOf('S43')];
    await usedUp(32);
    const statuses = [];
    for (let round = 0; round < 100; round += 1)
      statuses.push((await client.call(openReportLink, { link: spent, date_of_birth: '2011-02-01' })).status);
    expect(new Set(statuses)).toEqual(new Set([401]));
    await opened(client, 'S43', link);
  });

  it('is closed after fifteen minutes without use, in each tab and phone by itself', async () => {
    const link = await newLinkOf('S41');
    const [tab, other] = [await phone(), await phone()];
    const [first, second] = [await opened(tab, 'S41', link), await opened(other, 'S41', link)];
    const key = { ...posted, studentId: 'S41' };
    const openings = (await ReportLinkEntity.get(key))?.openings ?? [];
    const old = new Date(Date.now() - 15 * 60_000).toISOString();
    const left = openings.map((one) => (one.hash === hashSecret(first.opening) ? { ...one, usedAt: old } : one));
    await executeActionOfTest(ReportLinkEntity.update(key, { set: { openings: left } }));
    const over = await tab.call(readLinkedReport, first);
    expect([over.status, over.error?.message]).toEqual([401, [linkWordings.openingOver]]);
    expect((await other.call(readLinkedReport, second)).status).toBe(200);
  });

  it('keeps siblings on one phone apart', async () => {
    const client = await phone();
    const elder = await opened(client, 'S42', await newLinkOf('S42'));
    const younger = await opened(client, 'S43', await newLinkOf('S43'));
    expect((await client.call(readLinkedReport, elder)).body.name).toBe('Lastname S42, Pupil S42');
    expect((await client.call(readLinkedReport, younger)).body.name).toBe('Lastname S43, Pupil S43');
    const mixed = { link: elder.link, opening: younger.opening };
    expect((await client.call(readLinkedReport, mixed)).status).toBe(401);
    expect((await client.call(openReportLink, { link: elder.link, date_of_birth: born.S43 ?? '' })).status).toBe(401);
  });

  it('ends after ninety days', async () => {
    const link = await newLinkOf('S41');
    const stored = await ReportLinkEntity.get({ ...posted, studentId: 'S41' });
    expect(Date.parse(stored?.endsAt ?? '') - Date.parse(stored?.madeAt ?? '')).toBe(90 * 86_400_000);
    const endsAt = new Date(Date.now() - 1000).toISOString();
    await executeActionOfTest(ReportLinkEntity.update({ ...posted, studentId: 'S41' }, { set: { endsAt } }));
    const client = await phone();
    expect((await client.call(openReportLink, { link, date_of_birth: born.S41 ?? '' })).status).toBe(401);
    expect((await listed('S41'))?.link).toBe('expired');
    expect(await linkOf('S41')).not.toBe(link);
  });

  it('shows the newest edition, ends with the posting, and stays ended when the term is posted again', async () => {
    const link = await newLinkOf('S41');
    const client = await phone();
    await postReportOfStudent('S41', posted, { version: 2, change: { average: { text: '80.0', entered: 2, of: 2 } } });
    const opening = await opened(client, 'S41', link);
    expect((await client.call(readLinkedReport, opening)).body.average.text).toBe('80.0');
    await changePosting({ isPosted: false });
    for (const row of [readLinkedReport, printLinkedReport]) expect((await client.call(row, opening)).status).toBe(401);
    expect((await client.call(openReportLink, { link, date_of_birth: born.S41 ?? '' })).status).toBe(401);
    expect((await office.call(makeReportLink, { student_id: 'S41', ...posted })).status).toBe(404);
    // The removal undone.
    await changePosting({ isPosted: true });
    expect((await client.call(readLinkedReport, opening)).status).toBe(200);
    // Posted again after a removal.
    await changePosting({ editions: [3], version: 3 });
    expect((await client.call(readLinkedReport, opening)).status).toBe(401);
    await changePosting({ editions: [1, 2], version: 2 });
  });

  it('ends for a student who leaves', async () => {
    const link = await newLinkOf('S42');
    const leaving = { student_id: 'S42', date_of_leaving: '2025-11-20', reason: null };
    expect((await office.call(studentRegisterContract.archiveStudent, leaving)).status).toBe(200);
    const client = await phone();
    expect((await client.call(openReportLink, { link, date_of_birth: born.S42 ?? '' })).status).toBe(401);
    // Who comes back gets a new one.
    const back = { student_id: 'S42', class_id: '4A' };
    expect((await office.call(studentRegisterContract.restoreStudent, back)).status).toBe(200);
    expect((await listed('S42'))?.link).toBe('ended');
    expect((await client.call(openReportLink, { link, date_of_birth: born.S42 ?? '' })).status).toBe(401);
    const next = await linkOf('S42');
    expect(next).not.toBe(link);
    await opened(client, 'S42', next);
  });

  it('is made for the school’s own address, and for none where it has none: no request says what it is', async () => {
    const site = { site: 'https://forger.example' };
    const asked = { student_id: 'S41', ...posted };
    expect((await office.call(makeReportLink, { ...asked, ...site } as typeof asked)).status).toBe(422);
    expect((await office.call(makeReportLink, asked)).body.address).toMatch(`${school.url}/student/link#`);
    vi.stubEnv('SITE_ADDRESS', undefined);
    const refused = await office.call(makeReportLink, asked);
    vi.unstubAllEnvs();
    expect([refused.status, refused.error?.message]).toEqual([
      409,
      ['The school has no web address of its own. Letters and links need one: ask your IT officer.'],
    ]);
  });

  it('is not there where the school file has the families’ entrance off', async () => {
    const link = await newLinkOf('S41');
    switchOption('families', false);
    expect((await noSession.call(openReportLink, { link, date_of_birth: born.S41 ?? '' })).status).toBe(404);
    expect((await office.call(makeReportLink, { student_id: 'S41', ...posted })).status).toBe(404);
    switchOption('families', true);
  });
});
