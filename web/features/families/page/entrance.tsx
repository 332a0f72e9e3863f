import { useEffect, useRef, useState } from 'react';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { isShownInAdvance, judgePassword } from '#shared/accounts/auth/password.ts';
import { authWordings } from '#shared/accounts/wordings.ts';
import { familyPageWordings as wordings } from '#shared/families/wordings.ts';
import { call } from '../../../api/call.ts';
import { ApiError, messageOf } from '../../../api/errors.ts';
import { sessionWordings } from '../../../session/wordings.ts';
import { EntranceField, EntranceForm } from './entrance-form.tsx';
import { forgetKnownStudentId, readKnownStudentId } from './family-session.ts';
import { PageHeading, useNextFocus } from './focus.tsx';

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

/** The three steps of product §4: id and password, the password alone in a tab that knows the id, and the forced change of password. */
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
      main.current?.querySelector<HTMLElement>('h2, input:not([hidden])')?.focus();
    shown.current = step;
  }, [choosingFor, known]);
  return (
    <main className="entrance" ref={main}>
      <PageHeading>{school}</PageHeading>
      <p className="quiet">{wordings.about}</p>
      {choosingFor === null ? (
        <Credentials
          {...{ known, typed, told, onSignedIn }}
          onMustChoose={setChoosingFor}
          onOther={() => {
            forgetKnownStudentId();
            setKnown(null);
          }}
        />
      ) : (
        <NewPassword
          {...{ school, name: choosingFor, onSignedIn }}
          onOver={(message) => {
            setTold(message);
            setChoosingFor(null);
          }}
        />
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
  const focusNext = useNextFocus();
  const id = known ?? name.trim();

  const send = async () => {
    if (isBusy) return;
    if (id === '' || password === '') {
      focusNext(() => (id === '' ? nameField : passwordField).current);
      return setFault(wordings.nothingTyped);
    }
    setBusy(true);
    setFault(null);
    try {
      const { password_reset } = await call(authContract.studentLogin, { name: id, password });
      if (password_reset) onMustChoose(id);
      else onSignedIn();
    } catch (error) {
      setBusy(false);
      setFault(error instanceof ApiError ? messageOf(error) : authWordings.noServer);
      if (error instanceof ApiError) setPassword('');
      focusNext(() => passwordField.current);
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
        <p className="known">
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

interface NewPasswordProps {
  school: string;
  name: string;
  /** The five minutes are over, or the office has reset the password again. */
  onOver: (message: string) => void;
  onSignedIn: () => void;
}

function NewPassword({ school, name, onOver, onSignedIn }: NewPasswordProps) {
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const focusNext = useNextFocus();
  const [newField, repeatedField] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const demands = judgePassword(password, { area: 'student', userName: name, schoolName: school });

  const send = async () => {
    if (isBusy || password === '' || repeated === '') return;
    if (password !== repeated) {
      focusNext(() => repeatedField.current);
      return setFault(wordings.notTheSame);
    }
    setBusy(true);
    setFault(null);
    try {
      await call(authContract.setStudentPasswordAtSignIn, { name, password });
      onSignedIn();
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.status === 401) return onOver(error.message);
      setFault(error instanceof ApiError ? (error.fields.password?.join(' ') ?? messageOf(error)) : messageOf(error));
      focusNext(() => newField.current);
    }
  };
  return (
    <EntranceForm isBusy={isBusy} fault={fault} button="CHANGE PASSWORD" onSend={() => void send()}>
      <h2 tabIndex={-1}>{wordings.choose}</h2>
      <input type="text" name="username" autoComplete="username" value={name} readOnly hidden />
      <EntranceField
        {...{ label: 'New Password', name: 'new', type: 'password', autoComplete: 'new-password' }}
        value={password}
        onValue={setPassword}
        input={newField}
      />
      <ul className="demands" aria-label={sessionWordings.aPasswordIs}>
        {demands.filter(isShownInAdvance).map(({ says }) => (
          <li key={says}>{says}</li>
        ))}
      </ul>
      <EntranceField
        {...{ label: 'Confirm Password', name: 'repeated', type: 'password', autoComplete: 'new-password' }}
        value={repeated}
        onValue={setRepeated}
        input={repeatedField}
      />
    </EntranceForm>
  );
}
