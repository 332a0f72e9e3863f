import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { RegistrationFactField } from '../../../../web/options/families/page/registration/registration-fact-field.tsx';
import type {
  LoadedRegistration,
  RegistrationFact,
} from '../../../../web/options/families/page/registration/use-registration.ts';
import { freshPageForEachTest } from '../../page.tsx';

freshPageForEachTest();

/** What is typed into the birth date of the form, and the day that the form then has. */
function type(typed: string, day: string): void {
  function Form() {
    const [value, setValue] = useState<string | null>(null);
    const fact: RegistrationFact = {
      field: 'date_of_birth',
      value,
      registered: null,
      isAsked: false,
      isAccepted: false,
      refused: undefined,
      failure: undefined,
    };
    const registration = { enter: () => setValue(day), draft: () => undefined } as unknown as LoadedRegistration;
    return <RegistrationFactField fact={fact} codes={[]} registration={registration} />;
  }
  render(<Form />);
  const field = screen.getByLabelText('Date of Birth');
  fireEvent.change(field, { target: { value: typed } });
  fireEvent.blur(field);
}

it('says how a date was understood whose day and month may be swapped', () => {
  type('4/5/2014', '2014-05-04');
  screen.getByText('4/5/2014 is read as 04-May-2014, the day before the month.');
});

it.each([
  ['13/5/2014', '2014-05-13'],
  ['4-May-2014', '2014-05-04'],
  ['5/5/2014', '2014-05-05'],
])('says nothing of %s, which is one day alone', (typed, day) => {
  type(typed, day);
  expect(screen.queryByText(/is read as/)).toBeNull();
});
