import type { FormEvent, ReactNode, RefObject } from 'react';
import { authWordings } from '#shared/accounts/wordings.ts';
import { Button, LinkButton } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Text } from '../../../ui/layout/text.tsx';
import styles from './sign-in.module.css';

export interface TypedCredentials {
  name: string;
  password: string;
}

/** The elements that take the focus. */
export interface CredentialsElements {
  name: RefObject<HTMLInputElement | null>;
  password: RefObject<HTMLInputElement | null>;
  login: RefObject<HTMLButtonElement | null>;
}

interface CredentialsFormProps {
  typed: TypedCredentials;
  /** Only the password is asked, of this user. Null: both. */
  knownUserName: string | null;
  /** What the server said. */
  refusal: string | null;
  /** The empty fields are marked. */
  isEmptyShown: boolean;
  isBusy: boolean;
  elements?: CredentialsElements;
  onName: (name: string) => void;
  onPassword: (password: string) => void;
  onSubmit: (event: FormEvent) => void;
  onOtherAccount: () => void;
  /** Another field, below the password. */
  more?: ReactNode;
  /** Windows of the form. */
  children?: ReactNode;
}

/** User name, password and LOGIN (product §2). */
export function CredentialsForm({
  typed,
  knownUserName,
  refusal,
  isEmptyShown,
  isBusy,
  ...props
}: CredentialsFormProps) {
  const { elements, children } = props;
  const isNameEmpty = (knownUserName ?? typed.name.trim()) === '';
  return (
    <form className={styles.form} onSubmit={props.onSubmit} noValidate>
      {refusal !== null && <Alert tone="error">{refusal}</Alert>}
      {knownUserName === null ? (
        <TextField
          ref={elements?.name}
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          value={typed.name}
          error={isEmptyShown && isNameEmpty ? authWordings.userNameEmpty : undefined}
          onChange={(event) => props.onName(event.target.value)}
          onKeyDown={(event) => {
            // product §2: Enter in the username field moves on. With a password already there it signs in, as a filled
            // form does.
            if (event.key !== 'Enter' || typed.password !== '') return;
            event.preventDefault();
            elements?.password.current?.focus();
          }}
        />
      ) : (
        <Row gap={10} className={styles.account}>
          <Text as="strong" weight={550} breaks grow>
            {knownUserName}
          </Text>
          <LinkButton onClick={props.onOtherAccount}>Not you?</LinkButton>
          {/* For password managers: which account the password below belongs to. */}
          <input type="text" name="username" autoComplete="username" value={knownUserName} readOnly hidden />
        </Row>
      )}
      <PasswordField
        ref={elements?.password}
        label="Password"
        name="password"
        autoComplete="current-password"
        maxLength={256}
        value={typed.password}
        error={isEmptyShown && !isNameEmpty && typed.password === '' && refusal === null ? 'Required.' : undefined}
        onChange={(event) => props.onPassword(event.target.value)}
      />
      {props.more}
      <Button ref={elements?.login} type="submit" variant="primary" wide busy={isBusy}>
        LOGIN
      </Button>
      {children}
    </form>
  );
}
