const words = (text: string): string[] => text.trim().split(/\s*,\s*/);

/** Towns with their corporation, and how many of the students live there. */
export const towns: readonly { town: string; corporation: string; share: number }[] = [
  { town: 'San Fernando', corporation: 'San Fernando City Corporation', share: 26 },
  { town: 'Marabella', corporation: 'San Fernando City Corporation', share: 11 },
  { town: 'Gasparillo', corporation: 'Couva/Tabaquite/Talparo', share: 6 },
  { town: 'Claxton Bay', corporation: 'Couva/Tabaquite/Talparo', share: 6 },
  { town: 'Couva', corporation: 'Couva/Tabaquite/Talparo', share: 5 },
  { town: 'Williamsville', corporation: 'Princes Town', share: 3 },
  { town: 'Princes Town', corporation: 'Princes Town', share: 8 },
  { town: 'New Grant', corporation: 'Princes Town', share: 2 },
  { town: 'Moruga', corporation: 'Princes Town', share: 2 },
  { town: 'Ste. Madeleine', corporation: 'Princes Town', share: 5 },
  { town: 'Barrackpore', corporation: 'Penal/Debe', share: 4 },
  { town: 'Debe', corporation: 'Penal/Debe', share: 6 },
  { town: 'Penal', corporation: 'Penal/Debe', share: 6 },
  { town: 'La Romaine', corporation: 'Penal/Debe', share: 7 },
  { town: 'Siparia', corporation: 'Siparia', share: 3 },
  { town: 'Fyzabad', corporation: 'Siparia', share: 2 },
  { town: 'La Brea', corporation: 'Siparia', share: 1 },
  { town: 'Point Fortin', corporation: 'Point Fortin Borough', share: 2 },
];

export const streets =
  words(`Cocoyea Extension, Mon Repos Road, Rushworth Street, Carib Street, Coffee Street, Cipero Road,
  Bushe Street, Pleasantville Circular, Leotaud Street, Circular Road, Naparima-Mayaro Road, Golconda Road, Dumfries Road,
  Palmiste Boulevard, Gulf View Drive, Union Park East, Bayshore Drive, Old Train Line, Southern Main Road, Church Street,
  Mosque Road, Temple Street, School Street, Manahambre Road, Papourie Road, Wellington Road, San Francique Road, Clarke Rochard Road,
  Siparia Erin Road, Guapo-Cap-de-Ville Road, Poui Avenue, Immortelle Crescent, Hibiscus Drive, Samaan Court, Balisier Lane,
  Chaconia Street, Rambert Village Road, Picton Road, Tarouba Link Road, Harmony Hall Road, Bonne Aventure Road, Cedar Hill Road,
  St. Julien Road, Torrib Trace, Sisters Road, Lothians Road, Hermitage Road, Ally's Creek Trace, Gandhi Street, Boodram Trace`);

export const primarySchools =
  words(`San Fernando Boys' R.C., San Fernando Girls' Anglican, Grant Memorial Presbyterian, Marabella A.C.,
  Marabella Girls' Anglican, Anstey Memorial Girls' Anglican, St. Gabriel's Girls' R.C., Pleasantville Government Primary,
  Rambert Village Government Primary, San Fernando T.M.L., San Fernando S.D.A., Vistabella Presbyterian, Cocoyea Government Primary,
  La Romaine Government Primary, Debe Hindu School, Penal Rock Hindu School, Barrackpore A.S.J.A. Primary, Princes Town Presbyterian No. 1,
  Ste. Madeleine Government Primary, Gasparillo Government Primary, Bonne Aventure Presbyterian, Claxton Bay Junior Anglican,
  Couva Anglican, Siparia Boys' R.C., Fyzabad Presbyterian, Point Fortin R.C., Harmony Hall Presbyterian, Reform Hindu School`);

export const secondarySchools =
  words(`Marabella South Secondary, Pleasantville Secondary, San Fernando East Secondary, Princes Town West Secondary,
  Debe Secondary, Shiva Boys' Hindu College, Ste. Madeleine Secondary, Gasparillo Secondary, Couva East Secondary`);

/** Kinds of work, with where it is done; a null place is no one firm. */
export const occupations: readonly { title: string; places: readonly string[] | null }[] = [
  { title: 'Teacher', places: ['Ministry of Education', "St. Gabriel's Girls' R.C."] },
  { title: 'Nurse', places: ['San Fernando General Hospital', 'Couva Medical Facility', 'Princes Town Health Centre'] },
  { title: 'Doctor', places: ['San Fernando General Hospital', 'Gulf View Medical Centre'] },
  { title: 'Police Officer', places: ['Trinidad and Tobago Police Service'] },
  { title: 'Soldier', places: ['Trinidad and Tobago Defence Force'] },
  { title: 'Fire Officer', places: ['Mon Repos Fire Station'] },
  { title: 'Clerk', places: ['San Fernando City Corporation', 'Ministry of Works', 'Licensing Office'] },
  { title: 'Accountant', places: ['Southern Sales Ltd', 'Ramlogan & Partners', 'Republic House'] },
  { title: 'Bank Teller', places: ['High Street Branch', 'Gulf City Branch'] },
  { title: 'Sales Clerk', places: ['Gulf City Mall', 'C3 Centre', 'High Street'] },
  { title: 'Cashier', places: ['Tarouba Supermarket', 'Cross Crossing Grocery'] },
  { title: 'Manager', places: ['Southern Hardware', 'Naparima Foods Ltd'] },
  { title: 'Plant Operator', places: ['Point Lisas Industrial Estate', 'Pointe-à-Pierre'] },
  { title: 'Technician', places: ['Point Lisas Industrial Estate', 'Telecom South'] },
  { title: 'Engineer', places: ['Point Lisas Industrial Estate', 'Water Authority'] },
  { title: 'Electrician', places: null },
  { title: 'Mechanic', places: ['Cipero Auto Works'] },
  { title: 'Welder', places: ['La Brea Fabrication Yard'] },
  { title: 'Mason', places: null },
  { title: 'Carpenter', places: null },
  { title: 'Farmer', places: null },
  { title: 'Fisherman', places: null },
  { title: 'Taxi Driver', places: null },
  { title: 'Truck Driver', places: ['Southern Aggregates'] },
  { title: 'Security Officer', places: ['Guardian Protection', 'Estate Police'] },
  { title: 'Hairdresser', places: null },
  { title: 'Seamstress', places: null },
  { title: 'Chef', places: ['Harbour View Restaurant'] },
  { title: 'Attorney-at-law', places: ['Harris Promenade Chambers'] },
  { title: 'Civil Servant', places: ['Government Plaza'] },
  { title: 'Entrepreneur', places: null },
  { title: 'Self-employed', places: null },
  { title: 'Housewife', places: null },
  { title: 'Unemployed', places: null },
  { title: 'Retired', places: null },
];

export const religions = {
  RC: 22,
  HI: 24,
  AN: 7,
  PE: 15,
  MU: 7,
  SB: 6,
  SDA: 5,
  PR: 5,
  BA: 2,
  JW: 2,
  OR: 1,
  NO: 2,
} as const;
