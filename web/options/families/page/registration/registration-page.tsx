import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { familiesContract } from '#shared/options/families/contract.ts';
import { registrationSteps } from '#shared/options/families/registration-fields.ts';
import { familyPageWordings, familyRegistrationWordings as wordings } from '#shared/options/families/wordings.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { studentFields } from '#shared/students/fields.ts';
import { fileKindTitle } from '#shared/students/files/file-kinds.ts';
import { attempt } from '../../../../acts/attempt.ts';
import { call } from '../../../../api/call.ts';
import { ApiError, messageOf } from '../../../../api/errors.ts';
import type { SignedInStudent } from '../family-session.ts';
import { focusBeginning, PageHeading } from '../focus.tsx';
import { LoadFailed, WaitingForAnswer } from '../page-states.tsx';
import { FilesStep } from './files-step.tsx';
import { factText, RegistrationFactField } from './registration-fact-field.tsx';
import './registration.css';
import {
  type LoadedRegistration,
  type MyRegistration,
  type RegistrationFact,
  useRegistration,
} from './use-registration.ts';

/**
 * My registration (product §2 "My registration"): a form in steps with a summary while the window is open, and the same
 * to read afterwards.
 */
export default function RegistrationPage({ student }: { student: SignedInStudent }) {
  const registration = useRegistration(student);
  const { form, problem, load } = registration;
  const wasOpen = useRef(false);
  if (form?.is_open) wasOpen.current = true;
  useEffect(() => {
    document.title = 'My registration';
  }, []);
  if (problem !== null && !form) return <LoadFailed message={problem} onRetry={() => void load()} />;
  if (!form) return <WaitingForAnswer />;
  return (
    <main className="page">
      <Link to="/reports">My reports</Link>
      <PageHeading>My registration</PageHeading>
      <SaveStatus registration={registration} />
      {form.is_open ? (
        <Steps form={form} registration={registration} />
      ) : (
        <ReadOnly form={form} facts={registration.facts} wasOpen={wasOpen.current} />
      )}
    </main>
  );
}

function SaveStatus({
  registration: { failure, unsaved, refused, isAway, discardAll },
}: {
  registration: LoadedRegistration;
}) {
  if (failure !== null)
    return (
      <div className="fault" role="alert">
        <p>{failure}</p>
        <button
          type="button"
          className="link"
          onClick={({ currentTarget }) => {
            currentTarget.closest('main')?.querySelector('h1')?.focus();
            discardAll();
          }}
        >
          {familyPageWordings.discardWhatIsNotSaved}
        </button>
      </div>
    );
  const notSaved = refused > 0 ? `${refused} not saved` : 'All saved';
  return (
    <p className="quiet" role="status">
      {isAway ? wordings.kept(unsaved) : unsaved > 0 ? `Saving ${unsaved}` : notSaved}
    </p>
  );
}

function Steps({ form, registration }: { form: MyRegistration; registration: LoadedRegistration }) {
  const [place, setPlace] = useSearchParams();
  // After the facts the files, and the summary.
  const filesAt = registrationSteps.length;
  const last = filesAt + 1;
  const asked = Number(place.get('step') ?? 1) - 1;
  const at = Number.isInteger(asked) ? Math.min(Math.max(asked, 0), last) : 0;
  const step = registrationSteps[at];
  const title = step?.title ?? (at === filesAt ? 'Files' : 'Summary');
  const section = useRef<HTMLElement>(null);
  const shown = useRef(at);
  /** Where the next step is to begin, where that is not its heading. */
  const wanted = useRef<string>(undefined);
  const goTo = (next: number, field?: string) => {
    wanted.current = field;
    setPlace({ step: String(next + 1) });
  };
  // The browser's Back and Forward go through the steps too.
  useEffect(() => {
    if (shown.current === at) return;
    shown.current = at;
    const begin = wanted.current === undefined ? 'h2' : `[name="${wanted.current}"]`;
    focusBeginning(section.current?.querySelector<HTMLElement>(begin));
    wanted.current = undefined;
  }, [at]);
  const facts = registration.facts.filter(({ field }) => step?.fields.includes(field));
  return (
    <>
      <p>
        {wordings.openUntil(form.deadline && displayDate(form.deadline))} {wordings.about}
      </p>
      {form.note !== null && (
        <p className="fault">
          From the office: <strong>{form.note}</strong>
        </p>
      )}
      <section className="card registration" aria-labelledby="step" ref={section}>
        <h2 id="step" tabIndex={-1}>
          {title}
        </h2>
        <label className="quiet" htmlFor="progress">
          Step {at + 1} of {last + 1}
        </label>
        <progress id="progress" max={last + 1} value={at + 1} />
        {step ? (
          facts.map((fact) => (
            <RegistrationFactField key={fact.field} fact={fact} codes={form.codes} registration={registration} />
          ))
        ) : at === filesAt ? (
          <FilesStep form={form} registration={registration} />
        ) : (
          <Summary form={form} registration={registration} onStep={goTo} />
        )}
        <div className="beside acts">
          {at > 0 && (
            <button type="button" className="plain" onClick={() => goTo(at - 1)}>
              Back
            </button>
          )}
          {at < last && (
            <button type="button" className="primary" onClick={() => goTo(at + 1)}>
              Next
            </button>
          )}
        </div>
      </section>
    </>
  );
}

interface SummaryProps {
  form: MyRegistration;
  registration: LoadedRegistration;
  onStep: (step: number, field: string) => void;
}

function Summary({ form, registration, onStep }: SummaryProps) {
  const { facts, flush, load } = registration;
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const summary = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (faults.length > 0) summary.current?.focus();
  }, [faults]);
  const [isBusy, setBusy] = useState(false);
  const { year } = form;
  const handIn = async () => {
    if (isBusy || year === null) return;
    setBusy(true);
    setFaults([]);
    const send = async () => {
      const refused = facts.filter((fact) => fact.refused);
      if (refused.length > 0) setFaults(refused.map((fact) => faultOf(fact.field, fact.refused?.message ?? '')));
      else if (await flush()) {
        await call(familiesContract.handInMyRegistration, { year });
        await load();
      } else setFaults([{ text: wordings.notSaved }]);
    };
    await attempt(send, (error) => {
      const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
      const named = fields.filter(([field]) => field in studentFields);
      if (named.length > 0)
        setFaults(named.map(([field, says]) => faultOf(field as RegistrationFact['field'], says.join(' '))));
      else setFaults([{ text: messageOf(error) }]);
    });
    setBusy(false);
  };
  return (
    <>
      <Changes facts={facts} form={form} />
      {faults.length > 0 && (
        <ul className="fault" role="alert" tabIndex={-1} ref={summary}>
          {faults.map(({ text, place }) => (
            <li key={text}>
              {place === undefined ? (
                text
              ) : (
                <button type="button" className="link" onClick={() => onStep(place.step, place.field)}>
                  {text}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      <p>After handing in you can read it here, and change it only when the office sends it back.</p>
      <button type="button" className="primary" aria-disabled={isBusy} onClick={() => void handIn()}>
        Hand In
      </button>
    </>
  );
}

/** Why it cannot be handed in, and where that is put right. */
interface Fault {
  text: string;
  place?: { step: number; field: string };
}

const faultOf = (field: RegistrationFact['field'], says: string): Fault => ({
  text: `${studentFields[field].label}: ${says}`,
  place: { field, step: registrationSteps.findIndex(({ fields }) => fields.includes(field)) },
});

/** What the family changes, beside what the school has. */
function Changes({ facts, form: { codes, files } }: { facts: readonly RegistrationFact[]; form: MyRegistration }) {
  const changed = facts.filter(({ value, registered, isAccepted }) => value !== registered || isAccepted);
  const sent = files.filter((file) => file.sent !== null || file.is_accepted);
  if (changed.length + sent.length === 0) return <p>{wordings.nothingChanged}</p>;
  return (
    <dl className="changes">
      {changed.map(({ field, value, registered, isAccepted }) => (
        <div key={field}>
          <dt>{studentFields[field].label}</dt>
          <dd>{factText(field, value, codes) || 'Blank'}</dd>
          <dd className="quiet">
            {isAccepted ? 'Accepted' : `The school has: ${factText(field, registered, codes) || 'nothing'}`}
          </dd>
        </div>
      ))}
      {sent.map((file) => (
        <div key={file.kind}>
          <dt>{fileKindTitle(file.kind)}</dt>
          <dd>{file.sent === null ? 'Accepted' : 'A new file'}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ReadOnlyProps {
  form: MyRegistration;
  facts: readonly RegistrationFact[];
  /** It replaces the form, in which the focus was. */
  wasOpen: boolean;
}

function ReadOnly({ form, facts, wasOpen }: ReadOnlyProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (wasOpen) heading.current?.focus();
  }, [wasOpen]);
  if (form.state === 'none') return <p>{wordings.nothingOpen}</p>;
  return (
    <section className="card registration" aria-labelledby="read">
      <h2 id="read" tabIndex={-1} ref={heading}>
        {wordings.states[form.state]}
      </h2>
      <p>
        {form.state === 'handed in' ? wordings.waits : form.state === 'accepted' ? wordings.taken : wordings.closed}
      </p>
      {form.handed_in_on !== null && <p className="quiet">Handed in {displayDate(form.handed_in_on)}</p>}
      <Changes facts={facts} form={form} />
    </section>
  );
}
