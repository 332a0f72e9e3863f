import { useCallback, useEffect, useRef, useState } from 'react';
import { authWordings } from '#shared/accounts/wordings.ts';
import { familiesContract } from '#shared/options/families/contract.ts';
import { entranceContract } from '#shared/options/families/entrance/contract.ts';
import { familyPageWordings, linkWordings as wordings } from '#shared/options/families/wordings.ts';
import { call, fetchDocument } from '../../../api/call.ts';
import { downloadBlob } from '../../../api/download-blob.ts';
import { ApiError, messageOf, NetworkError } from '../../../api/errors.ts';
import { EntranceForm } from './entrance-form.tsx';
import { onPageRestored, useIdleSignOut } from './family-session.ts';
import { PageHeading, showThenFocus } from './focus.tsx';
import { type FamilyReport, ReportBody } from './reports/report-body.tsx';

/** The link stands behind the `#`, which browsers send to nobody. */
const linkInAddress = (): string => window.location.hash.slice(1);

/** The page of a link for parents. Another link in the same tab begins again. */
export default function LinkPage({ school }: { school: string }) {
  const [link, setLink] = useState(linkInAddress);
  useEffect(() => {
    const follow = () => setLink(linkInAddress());
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  if (!/^[A-Za-z0-9_-]{32}$/.test(link))
    return (
      <main className="entrance">
        <h1>{school}</h1>
        <p className="fault" role="alert">
          {wordings.noLink}
        </p>
      </main>
    );
  return <LinkedReport key={link} link={link} school={school} />;
}

/** What was opened: in this tab's memory alone, so that a reload or a forwarded link asks again. */
interface Opened {
  opening: string;
  report: FamilyReport;
}

function LinkedReport({ link, school }: { link: string; school: string }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const close = useCallback(() => {
    setOpened(null);
    setNotice(wordings.openingOver);
  }, []);
  useIdleSignOut(opened !== null, close);
  useEffect(() => onPageRestored(() => setOpened(null)), []);
  useEffect(() => {
    document.title = opened ? `Report, ${opened.report.title}` : 'Term report';
  }, [opened]);
  if (!opened) return <DateOfBirth link={link} school={school} notice={notice} onOpened={setOpened} />;
  return (
    <>
      <header className="beside bar">
        <span>{school}</span>
        <button type="button" className="link" onClick={() => setOpened(null)}>
          Close
        </button>
      </header>
      <main className="page">
        <ReportBody report={opened.report}>
          <SaveCard link={link} {...opened} onOver={close} />
        </ReportBody>
      </main>
    </>
  );
}

interface DateOfBirthProps {
  link: string;
  school: string;
  notice: string | null;
  onOpened: (opened: Opened) => void;
}

const parts = [
  { name: 'day', label: 'Day', length: 2, autoComplete: 'off' },
  { name: 'month', label: 'Month', length: 2, autoComplete: 'off' },
  { name: 'year', label: 'Year', length: 4, autoComplete: 'off' },
] as const;

/** Three fields of digits: a calendar would be paged back for years. */
function DateOfBirth({ link, school, notice, onOpened }: DateOfBirthProps) {
  const [typed, setTyped] = useState({ day: '', month: '', year: '' });
  const [fault, setFault] = useState(notice);
  const [isBusy, setBusy] = useState(false);
  const date = useRef<HTMLFieldSetElement>(null);
  const refuse = (message: string) =>
    showThenFocus(
      () => setFault(message),
      () => date.current?.querySelector('input'),
    );
  const send = async () => {
    if (isBusy) return;
    const date_of_birth = toDate(typed);
    if (date_of_birth === null) return refuse(wordings.notADate(`${typed.day}/${typed.month}/${typed.year}`));
    setBusy(true);
    setFault(null);
    try {
      const { opening } = await call(entranceContract.openReportLink, { link, date_of_birth });
      const report = await call(familiesContract.readLinkedReport, { link, opening });
      onOpened({ opening, report });
    } catch (error) {
      setBusy(false);
      refuse(error instanceof NetworkError ? authWordings.noServer : messageOf(error));
    }
  };
  return (
    <main className="entrance">
      <PageHeading>{school}</PageHeading>
      <p className="quiet">{wordings.about}</p>
      <EntranceForm isBusy={isBusy} fault={fault} button="OPEN REPORT" onSend={() => void send()}>
        <fieldset className="beside date" ref={date}>
          <legend>{wordings.askDate}</legend>
          {parts.map(({ name, label, length, autoComplete }) => (
            <label key={name}>
              {label}
              <input
                name={name}
                autoComplete={autoComplete}
                inputMode="numeric"
                maxLength={length}
                size={length}
                value={typed[name]}
                onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
              />
            </label>
          ))}
        </fieldset>
      </EntranceForm>
    </main>
  );
}

/** yyyy-MM-dd; null where there is no such day. */
function toDate({ day, month, year }: { day: string; month: string; year: string }): string | null {
  if (![day, month].every((part) => /^\d{1,2}$/.test(part.trim())) || !/^\d{4}$/.test(year.trim())) return null;
  const text = `${year.trim()}-${month.trim().padStart(2, '0')}-${day.trim().padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}

interface SaveCardProps extends Opened {
  link: string;
  /** The link has ended meanwhile, or was left alone too long. */
  onOver: () => void;
}

/** The printed card as a file, as a link has no address of its own for it that a browser could open. */
function SaveCard({ link, opening, report, onOver }: SaveCardProps) {
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    if (isBusy) return;
    setBusy(true);
    setFault(null);
    try {
      const card = await fetchDocument(familiesContract.printLinkedReport, { link, opening });
      downloadBlob(card, `Term report ${report.title}.pdf`);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return onOver();
      setFault(messageOf(error));
    }
    setBusy(false);
  };
  return (
    <p className="beside acts">
      <button type="button" className="plain" aria-busy={isBusy} onClick={() => void save()}>
        {familyPageWordings.saveTheCardAsPdf}
      </button>
      {fault !== null && (
        <span className="fault" role="alert">
          {fault}
        </span>
      )}
    </p>
  );
}
