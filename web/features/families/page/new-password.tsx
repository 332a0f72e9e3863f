import { useEffect, useRef, useState } from 'react';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { isShownInAdvance, judgePassword } from '#shared/accounts/auth/password.ts';
import { familyPageWordings as wordings } from '#shared/families/wordings.ts';
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
}

/** The forced change of a password: its step of the entrance. */
export default function NewPassword({ school, name, onOver, onSignedIn }: NewPasswordProps) {
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const [newField, repeatedField] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const demands = judgePassword(password, { area: 'student', userName: name, schoolName: school });

  const send = async () => {
    if (isBusy || password === '' || repeated === '') return;
    if (password !== repeated)
      return showThenFocus(
        () => setFault(wordings.notTheSame),
        () => repeatedField.current,
      );
    setBusy(true);
    setFault(null);
    try {
      await call(authContract.setStudentPasswordAtSignIn, { name, password });
      onSignedIn();
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.status === 401) return onOver(error.message);
      const why = (error instanceof ApiError && error.fields.password?.join(' ')) || messageOf(error);
      showThenFocus(
        () => setFault(why),
        () => newField.current,
      );
    }
  };
  return (
    <EntranceForm isBusy={isBusy} fault={fault} button="CHANGE PASSWORD" onSend={() => void send()}>
      <h2 tabIndex={-1} ref={heading}>
        {wordings.choose}
      </h2>
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
