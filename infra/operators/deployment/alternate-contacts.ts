import type { AccountFile } from '../../account-file.ts';
import type { AskAws } from './ask-aws.ts';

/** Tells AWS whom to write to besides the owner of the account; a kind that the file does not name is left alone. */
export async function setAlternateContacts({ baseline }: Pick<AccountFile, 'baseline'>, ask: AskAws): Promise<void> {
  for (const [kind, contact] of Object.entries(baseline?.contacts ?? {})) {
    if (contact === undefined) continue;
    await ask(
      ...['account', 'put-alternate-contact', '--alternate-contact-type', kind.toUpperCase()],
      ...['--name', contact.name, '--title', contact.title],
      ...['--email-address', contact.email, '--phone-number', contact.phone],
    );
  }
}
