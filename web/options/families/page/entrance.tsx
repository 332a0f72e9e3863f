import { Suspense, useEffect, useRef, useState } from 'react';
import { authWordings } from '#shared/accounts/wordings.ts';
import { entranceContract } from '#shared/options/families/entrance/contract.ts';
import { familyPageWordings as wordings } from '#shared/options/families/wordings.ts';
import { call } from '../../../api/call.ts';
import { ApiError, messageOf, NetworkError } from '../../../api/errors.ts';
import { lazyWithRetry } from '../../../ui/display/lazy-with-retry.ts';
import { EntranceField, EntranceForm } from './entrance-form.tsx';
import { forgetKnownStudentId, readKnownStudentId } from './family-session.ts';
import { WaitingForAnswer } from './page-states.tsx';

/** Of a first sign-in alone: the rules of passwords come with it. */
const NewPassword = lazyWithRetry(() => import('./new-password.tsx'));

import { PageHeading, showThenFocus } from './focus.tsx';

/** What was typed before the page came alive. */
export interface EarlyTypedCredentials {
  name: string;
  password: string;
  isSent: boolean;
}

interface FamilyEntranceProps {
  school: string;
  typed: EarlyTypedCredentials;
  /** Why the visitor is here again. */
  notice: string | null;
  onSignedIn: () => void;
}

/**
 * The three steps of product §4: id and password, the password alone in a tab that knows the id, and the forced change
 * of password.
 */
export function FamilyEntrance({ school, typed, notice, onSignedIn }: FamilyEntranceProps) {
  const [known, setKnown] = useState(readKnownStudentId);
  const [choosingFor, setChoosingFor] = useState<string | null>(null);
  const [told, setTold] = useState(notice);
  const main = useRef<HTMLElement>(null);
  const shown = useRef<string>(undefined);
  // A step replaces what had the focus.
  useEffect(() => {
    const step = `${choosingFor} ${known}`;
    if (shown.current !== undefined && shown.current !== step)
      main.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus();
    shown.current = step;
  }, [choosingFor, known]);
  return (
    <main className="entrance" ref={main}>
      <PageHeading>{school}</PageHeading>
      <p className="quiet">{wordings.about}</p>
      {choosingFor === null ? (
        <Credentials
          known={known}
          typed={typed}
          told={told}
          onSignedIn={onSignedIn}
          onMustChoose={setChoosingFor}
          onOther={() => {
            forgetKnownStudentId();
            setKnown(null);
          }}
        />
      ) : (
        <Suspense fallback={<WaitingForAnswer />}>
          <NewPassword
            school={school}
            name={choosingFor}
            onSignedIn={onSignedIn}
            onOver={(message: string) => {
              setTold(message);
              setChoosingFor(null);
            }}
          />
        </Suspense>
      )}
    </main>
  );
}

interface CredentialsProps {
  known: string | null;
  typed: EarlyTypedCredentials;
  told: string | null;
  onMustChoose: (name: string) => void;
  onOther: () => void;
  onSignedIn: () => void;
}

function Credentials({ known, typed, told, onMustChoose, onOther, onSignedIn }: CredentialsProps) {
  const [name, setName] = useState(typed.name);
  const [password, setPassword] = useState(typed.password);
  const [fault, setFault] = useState(told);
  const [isBusy, setBusy] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const id = known ?? name.trim();

  const send = async () => {
    if (isBusy) return;
    const refuse = (message: string) =>
      showThenFocus(
        () => setFault(message),
        () => (id === '' ? nameField : passwordField).current,
      );
    if (id === '' || password === '') return refuse(wordings.nothingTyped);
    setBusy(true);
    setFault(null);
    try {
      const { password_reset } = await call(entranceContract.studentLogin, { name: id, password });
      if (password_reset) onMustChoose(id);
      else onSignedIn();
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError) setPassword('');
      refuse(error instanceof NetworkError ? authWordings.noServer : messageOf(error));
    }
  };
  // A form that was sent before the page came alive.
  const isSent = useRef(typed.isSent);
  useEffect(() => {
    if (isSent.current) void send();
    isSent.current = false;
  });

  return (
    <EntranceForm isBusy={isBusy} fault={fault} button="LOGIN" onSend={() => void send()}>
      {known === null ? (
        <EntranceField
          label="Student ID"
          name="username"
          autoComplete="username"
          value={name}
          onValue={setName}
          input={nameField}
        />
      ) : (
        <p className="beside known">
          <strong>{known}</strong>
          <button type="button" className="link" onClick={onOther}>
            Not you?
          </button>
          <input type="text" name="username" autoComplete="username" value={known} readOnly hidden />
        </p>
      )}
      <EntranceField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        onValue={setPassword}
        input={passwordField}
      />
    </EntranceForm>
  );
}
