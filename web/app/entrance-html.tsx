import { renderToString } from 'react-dom/server';
import type { Area } from '#shared/accounts/auth/session-limits.ts';
import { pagePlaceholders } from '#shared/school/fill-school-texts.ts';
import { CredentialsForm } from '../features/accounts/sign-in/credentials-form.tsx';
import { entranceTexts, SignInCard } from '../features/accounts/sign-in/sign-in-card.tsx';

const nothing = () => undefined;

/** HTML of an entrance's first step, with marks for the school's name and motto. `openEntrance` brings it alive. */
const htmlOf = (area: Area): string =>
  renderToString(
    <SignInCard {...entranceTexts[area](pagePlaceholders.name)} motto={pagePlaceholders.motto}>
      <CredentialsForm
        typed={{ name: '', password: '' }}
        knownUserName={null}
        refusal={null}
        isEmptyShown={false}
        isBusy={false}
        onName={nothing}
        onPassword={nothing}
        onSubmit={nothing}
        onOtherAccount={nothing}
      />
    </SignInCard>,
  );

export const entranceHtml: Readonly<Record<Area, string>> = { staff: htmlOf('staff'), admin: htmlOf('admin') };
