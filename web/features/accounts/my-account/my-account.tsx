import { Badge } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { authContract } from '#shared/accounts/auth/contract.ts';
import {
  accessKindLabels,
  type ListedAccessEvent,
  type ListedDevice,
  type ListedSession,
} from '#shared/accounts/auth/own-account.ts';
import { accountScreenWordings } from '#shared/accounts/wordings.ts';
import { noticeFailure } from '../../../acts/notice-failure.ts';
import { useAct } from '../../../acts/use-act.ts';
import { call } from '../../../api/call.ts';
import { queryOf } from '../../../api/query.ts';
import { useSchool } from '../../../api/school.ts';
import { FormPassword } from '../../../forms/fields.tsx';
import { FormDialog } from '../../../forms/form-dialog.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { createNewPasswordCheck, newPasswordFields } from '../../../session/new-password/new-password-checks.ts';
import { NewPasswordPart } from '../../../session/new-password/new-password-part.tsx';
import { useSession } from '../../../session/session.ts';
import { SessionList } from '../../../session/signed-in/session-list.tsx';
import { useLogout } from '../../../session/signed-in/use-logout.ts';
import { useOwnerProof } from '../../../session/signed-in/use-owner-proof.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { ListRow, RowList } from '../../../ui/display/row-list.tsx';
import { ScreenHead } from '../../../ui/display/screen-head.tsx';
import { momentText } from '../../../ui/fields/dates/school-clock.ts';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Muted } from '../../../ui/layout/text.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import { ThemeButton } from '../../../ui/theme/theme-button.tsx';
import styles from './my-account.module.css';
import { SecondFactorSection } from './second-factor-section.tsx';
import { AccountSection, useOwnAccountCache } from './section.tsx';

/** Known browsers, whose sign-in attempts are limited apart from those of strangers. */
export function DevicesSection({ devices }: { devices: readonly ListedDevice[] }) {
  const { keep, readAgain } = useOwnAccountCache();
  const { act, busy } = useAct({
    onFailed: (error) => {
      noticeFailure(error);
      void readAgain();
    },
  });
  const forget = ({ device_id, browser }: ListedDevice) =>
    act(async () => {
      keep(await call(authContract.forgetDevice, { device_id }));
      snackbar(`${browser} is forgotten.`);
    }, device_id);
  return (
    <AccountSection
      title="Devices"
      text="Browsers in which you have signed in. You can sign in from them even while others try passwords for your user name. Forget those that are no longer yours."
    >
      {devices.length === 0 ? (
        <Muted size="13on18">None yet: sign in again and this one is listed.</Muted>
      ) : (
        <RowList>
          {devices.map((device) => (
            <ListRow
              key={device.device_id}
              what={
                <>
                  {device.browser} {device.is_this && <Badge variation="info">This one</Badge>}
                </>
              }
              detail={
                <>
                  First <time dateTime={device.first_at}>{momentText(device.first_at)}</time>, last{' '}
                  <time dateTime={device.last_at}>{momentText(device.last_at)}</time>, network {device.network}
                </>
              }
              action={
                <Button
                  busy={busy === device.device_id}
                  aria-label={`Forget: ${device.browser}, first ${momentText(device.first_at)}`}
                  onClick={() => void forget(device)}
                >
                  Forget
                </Button>
              }
            />
          ))}
        </RowList>
      )}
    </AccountSection>
  );
}

export function PasswordSection({ userName }: { userName: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <AccountSection
      title="Password"
      text="After a change you stay signed in here, and are signed out everywhere else."
      actions={<Button onClick={() => setOpen(true)}>Change password</Button>}
    >
      {isOpen && <ChangePasswordDialog userName={userName} onClose={() => setOpen(false)} />}
    </AccountSection>
  );
}

/** Changes the user's own password, with the present one as proof (rule 17). */
function ChangePasswordDialog({ userName, onClose }: { userName: string; onClose: () => void }) {
  const { readAgain } = useOwnAccountCache();
  const area = useSession()?.area ?? 'staff';
  const schoolName = useSchool().name;
  const owner = useMemo(() => ({ area, userName, schoolName }), [area, userName, schoolName]);
  const schema = useMemo(
    () =>
      z
        .object({ current_password: z.string().check(z.minLength(1, 'Required.')), ...newPasswordFields })
        .check(createNewPasswordCheck(owner)),
    [owner],
  );
  const form = useForm({
    schema,
    stored: { current_password: '', password: '', repeated: '' },
    save: async ({ current_password, password }, { idempotencyKey }) => {
      await call(authContract.changeOwnPassword, { name: userName, current_password, password }, { idempotencyKey });
      // The call opened another session.
      void readAgain();
    },
    onSaved: () => {
      snackbar(accountScreenWordings.passwordChanged);
      onClose();
    },
  });
  return (
    <FormDialog form={form} open title="Change password" submitLabel="Change password" onClose={onClose}>
      <FormPassword form={form} name="current_password" label="Current Password" autoComplete="current-password" />
      <NewPasswordPart form={form} owner={owner} />
    </FormDialog>
  );
}

/** Where one is signed in. Ending a session counts from its next call. */
export function SessionsSection({ sessions }: { sessions: readonly ListedSession[] }) {
  const { keep, readAgain } = useOwnAccountCache();
  const { isLeaving, leave } = useLogout();
  const { proven, window } = useOwnerProof();
  const { act, busy } = useAct({ onFailed: noticeFailure, onEnd: () => void readAgain() });
  const own = sessions.find(({ is_this }) => is_this);

  const end = (session: ListedSession | null, said: string) =>
    act(async () => {
      const ended = session ? { session_id: session.session_id } : {};
      const left = await proven(() => call(authContract.endOwnSessions, ended));
      if (!left) return;
      keep(left);
      snackbar(said);
    }, session?.session_id ?? everyOther);

  return (
    <AccountSection
      title={accountScreenWordings.whereYouAreSignedIn}
      text="End those that you do not recognise or no longer use. That browser is signed out with its next click."
      actions={
        sessions.length > (own ? 1 : 0) && (
          <Button
            busy={busy === everyOther}
            onClick={() => void end(null, accountScreenWordings.signedOutEverywhereElse)}
          >
            {accountScreenWordings.endAllOthers}
          </Button>
        )
      }
    >
      <SessionList
        sessions={sessions}
        busy={isLeaving ? (own?.session_id ?? null) : busy}
        endLabel="End"
        onEnd={(session) =>
          session.is_this ? leave() : void end(session, `${session.browser ?? 'A browser'} is signed out.`)
        }
      />
      {window}
    </AccountSection>
  );
}

/** In place of a session's id, which is longer. */
const everyOther = 'others';

/** The user's own sign-in: password, second factor, sessions, devices and recent access events (ADR 0089). */
export default function MyAccount() {
  const account = useQuery({ ...queryOf(authContract.readMyAccount, {}), staleTime: 0 });
  return (
    <>
      <ScreenHead
        title="My account"
        {...(account.data ? { subtitle: `Your user name is ${account.data.user_name}.` } : {})}
      />
      {account.data ? (
        <Stack gap={16} width={760}>
          <PasswordSection userName={account.data.user_name} />
          <SecondFactorSection userName={account.data.user_name} />
          <SessionsSection sessions={account.data.sessions} />
          <DevicesSection devices={account.data.devices} />
          <SignInsSection events={account.data.events} />
          <div className={styles.onlyPhone}>
            <AccountSection title="Colours" text={accountScreenWordings.colours} actions={<ThemeButton />} />
          </div>
        </Stack>
      ) : (
        <Loading queries={[account]} what="your account" lines={8} />
      )}
    </>
  );
}

/** The account's recent access events, so that attempts of others are noticed. */
export const SignInsSection = ({ events }: { events: readonly ListedAccessEvent[] }) => (
  <AccountSection
    title="Recent sign-ins"
    text="If something here was not you, change your password and tell the office."
  >
    {events.length === 0 ? (
      <Muted size="13on18">Nothing yet.</Muted>
    ) : (
      <RowList>
        {events.map(({ kind, at, network }, index) => (
          <ListRow
            // Events have no ids, and two may have one time; the list is replaced as a whole, never reordered.
            // biome-ignore lint/suspicious/noArrayIndexKey: as said above.
            key={index}
            what={<span className={refusals.has(kind) ? styles.refused : undefined}>{accessKindLabels[kind]}</span>}
            detail={`${momentText(at)}, network ${network}`}
          />
        ))}
      </RowList>
    )}
  </AccountSection>
);

const refusals: ReadonlySet<string> = new Set<ListedAccessEvent['kind']>(['refused', 'locked out', 'code refused']);
