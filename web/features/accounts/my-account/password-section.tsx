import { useState } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { Section } from './section.tsx';

export function PasswordSection({ userName }: { userName: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section
      title="Password"
      text="After a change you stay signed in here, and are signed out everywhere else."
      actions={<Button onClick={() => setOpen(true)}>Change password</Button>}
    >
      {isOpen && <ChangePasswordDialog userName={userName} onClose={() => setOpen(false)} />}
    </Section>
  );
}
