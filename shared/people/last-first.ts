type Named = { lastName: string; firstName: string } | { last_name: string; first_name: string };

/** "Joseph, Andrea": a person's name as lists have it, of a record of the table or of an answer. */
export const lastFirst = (person: Named): string =>
  'lastName' in person ? `${person.lastName}, ${person.firstName}` : `${person.last_name}, ${person.first_name}`;
