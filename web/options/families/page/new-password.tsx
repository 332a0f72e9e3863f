import { useEffect, useRef, useState } from 'react';
import { isShownInAdvance, judgePassword } from '#shared/accounts/auth/password.ts';
import { entranceContract } from '#shared/options/families/entrance/contract.ts';
import { familyPageWordings as wordings } from '#shared/options/families/wordings.ts';
import { call } from '../../../api/call.ts';
import { ApiError, messageOf } from '../../../api/errors.ts';
import { sessionWordings } from '../../../session/wordings.ts';
import { EntranceField, EntranceForm } from './entrance-form.tsx';
import { showThenFocus } from './focus.tsx';

interface NewPasswordProps {
  school: string;
  name: string;
  /** The five minutes are over, or the office has reset the password again. */
  onOver: (message: string) => void;
  onSignedIn: () => void;
  /** The student is signed in, and types the current password too. */
  isSignedIn?: boolean;
}

/** The change of a password: a step of the entrance, or a page of a student who is signed in. */
export default function NewPassword({ school, name, onOver, onSignedIn, isSignedIn = false }: NewPasswordProps) {
  const [current, setCurrent] = useState('');
  const currentField = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const [newField, repeatedField] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const demands = judgePassword(password, { area: 'student', userName: name, schoolName: school });

  const send = async () => {
    if (isBusy || password === '' || repeated === '' || (isSignedIn && current === '')) return;
    if (password !== repeated)
      return showThenFocus(
        () => setFault(wordings.notTheSame),
        () => repeatedField.current,
      );
    setBusy(true);
    setFault(null);
    try {
      await call(entranceContract.setStudentPasswordAtSignIn, {
        name,
        password,
        ...(isSignedIn ? { current_password: current } : {}),
      });
      onSignedIn();
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.status === 401) return onOver(error.message);
      const fields = error instanceof ApiError ? error.fields : {};
      const why = (fields.current_password ?? fields.password)?.join(' ') || messageOf(error);
      showThenFocus(
        () => setFault(why),
        () => (fields.current_password ? currentField : newField).current,
      );
    }
  };
  return (
    <EntranceForm isBusy={isBusy} fault={fault} button="CHANGE PASSWORD" onSend={() => void send()}>
      <h2 tabIndex={-1} ref={heading}>
        {isSignedIn ? wordings.changePassword : wordings.choose}
      </h2>
      <input type="text" name="username" autoComplete="username" value={name} readOnly hidden />
      {isSignedIn && (
        <EntranceField
          label="Current Password"
          name="current"
          type="password"
          autoComplete="current-password"
          value={current}
          onValue={setCurrent}
          input={currentField}
        />
      )}
      <EntranceField
        label="New Password"
        name="new"
        type="password"
        autoComplete="new-password"
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
        label="Confirm Password"
        name="repeated"
        type="password"
        autoComplete="new-password"
        value={repeated}
        onValue={setRepeated}
        input={repeatedField}
      />
    </EntranceForm>
  );
}
