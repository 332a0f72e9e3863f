/**
 * The files of OneRoster a second time, written down from the standard's text for the validator alone: it shares
 * nothing with the product, so that a slip in one is seen by the other. A line is a column: its name, what may stand
 * in it, and `!` where a row may not leave it blank. `[…]` is a list, `-> file` a reference, `a|b` the words that are
 * allowed, `+` that a word of one's own may stand there (`ext:`).
 */
const text12 = `
file academicSessions
title text !
type gradingPeriod|semester|schoolYear|term+ !
startDate date !
endDate date !
parentSourcedId -> academicSessions
schoolYear year !

file categories
title text !
weight whole

file classes
title text !
grades [text]
courseSourcedId -> courses !
classCode text
classType homeroom|scheduled+ !
location text
schoolSourcedId -> orgs !
termSourcedIds [-> academicSessions] !
subjects [text]
subjectCodes [text]
periods [text]

file classResources
title text
classSourcedId -> classes !
resourceSourcedId -> resources !

file courses
schoolYearSourcedId -> academicSessions
title text !
courseCode text
grades [text]
orgSourcedId -> orgs !
subjects [text]
subjectCodes [text]

file courseResources
title text
courseSourcedId -> courses !
resourceSourcedId -> resources !

file demographics
birthDate date
sex female|male|other|unspecified+
americanIndianOrAlaskaNative true|false
asian true|false
blackOrAfricanAmerican true|false
nativeHawaiianOrOtherPacificIslander true|false
white true|false
demographicRaceTwoOrMoreRaces true|false
hispanicOrLatinoEthnicity true|false
countryOfBirthCode text
stateOfBirthAbbreviation text
cityOfBirth text
publicSchoolResidenceStatus text

file enrollments
classSourcedId -> classes !
schoolSourcedId -> orgs !
userSourcedId -> users !
role administrator|proctor|student|teacher+ !
primary true|false
beginDate date
endDate date

file lineItemLearningObjectiveIds
lineItemSourcedId -> lineItems !
source case|unknown+ !
learningObjectiveId text !

file lineItems
title text !
description text
assignDate date !
dueDate date !
classSourcedId -> classes !
categorySourcedId -> categories !
academicSessionSourcedId -> academicSessions !
resultValueMin number
resultValueMax number
schoolSourcedId -> orgs !

file lineItemScoreScales
title text
lineItemSourcedId -> lineItems !
scoreScaleSourcedId -> scoreScales !

file orgs
name text !
type department|school|district|local|state|national+ !
identifier text
parentSourcedId -> orgs

file resources
vendorResourceId text !
title text
roles [administrator|aide|guardian|parent|proctor|relative|student|teacher+]
importance primary|secondary
vendorId text
applicationId text

file resultLearningObjectiveIds
resultSourcedId -> results !
source case|unknown+ !
learningObjectiveId text !
score number
textScore text

file results
lineItemSourcedId -> lineItems !
studentSourcedId -> users !
scoreStatus exempt|fully graded|not submitted|partially graded|submitted+ !
score number
scoreDate date !
comment text
textScore text
classSourcedId -> classes
inProgress true|false
incomplete true|false
late true|false
missing true|false

file resultScoreScales
title text
resultSourcedId -> results !
scoreScaleSourcedId -> scoreScales !

file roles
userSourcedId -> users !
roleType primary|secondary !
role aide|counselor|districtAdministrator|guardian|parent|principal|proctor|relative|siteAdministrator|student|systemAdministrator|teacher+ !
beginDate date
endDate date
orgSourcedId -> orgs !
userProfileSourcedId -> userProfiles

file scoreScales
title text !
type text !
orgSourcedId -> orgs !
courseSourcedId -> courses !
classSourcedId -> classes !
scoreScaleValue [text] !

file userProfiles
userSourcedId -> users !
profileType text !
vendorId text !
applicationId text
description text
credentialType text !
username text !
password text

file userResources
userSourcedId -> users !
orgSourcedId -> orgs
classSourcedId -> classes
resourceSourcedId -> resources !

file users
enabledUser true|false !
username text !
userIds [text]
givenName text !
familyName text !
middleName text
identifier text
email text
sms text
phone text
agentSourcedIds [-> users]
grades [text]
password text
userMasterIdentifier text
preferredGivenName text
preferredMiddleName text
preferredFamilyName text
primaryOrgSourcedId -> orgs
pronouns text
`;

const text11 = `
file academicSessions
title text !
type gradingPeriod|semester|schoolYear|term !
startDate date !
endDate date !
parentSourcedId -> academicSessions
schoolYear year !

file categories
title text !

file classes
title text !
grades [text]
courseSourcedId -> courses !
classCode text
classType homeroom|scheduled !
location text
schoolSourcedId -> orgs !
termSourcedIds [-> academicSessions] !
subjects [text]
subjectCodes [text]
periods [text]

file classResources
title text
classSourcedId -> classes !
resourceSourcedId -> resources !

file courses
schoolYearSourcedId -> academicSessions
title text !
courseCode text
grades [text]
orgSourcedId -> orgs !
subjects [text]
subjectCodes [text]

file courseResources
title text
courseSourcedId -> courses !
resourceSourcedId -> resources !

file demographics
birthDate date
sex female|male
americanIndianOrAlaskaNative true|false
asian true|false
blackOrAfricanAmerican true|false
nativeHawaiianOrOtherPacificIslander true|false
white true|false
demographicRaceTwoOrMoreRaces true|false
hispanicOrLatinoEthnicity true|false
countryOfBirthCode text
stateOfBirthAbbreviation text
cityOfBirth text
publicSchoolResidenceStatus text

file enrollments
classSourcedId -> classes !
schoolSourcedId -> orgs !
userSourcedId -> users !
role administrator|proctor|student|teacher !
primary true|false
beginDate date
endDate date

file lineItems
title text !
description text
assignDate date !
dueDate date !
classSourcedId -> classes !
categorySourcedId -> categories !
gradingPeriodSourcedId -> academicSessions !
resultValueMin number !
resultValueMax number !

file orgs
name text !
type department|school|district|local|state|national !
identifier text
parentSourcedId -> orgs

file resources
vendorResourceId text !
title text
roles [administrator|aide|guardian|parent|proctor|relative|student|teacher]
importance primary|secondary
vendorId text
applicationId text

file results
lineItemSourcedId -> lineItems !
studentSourcedId -> users !
scoreStatus exempt|fully graded|not submitted|partially graded|submitted !
score number !
scoreDate date !
comment text

file users
enabledUser true|false !
orgSourcedIds [-> orgs] !
role administrator|aide|guardian|parent|proctor|relative|student|teacher !
username text !
userIds [text]
givenName text !
familyName text !
middleName text
identifier text
email text
sms text
phone text
agentSourcedIds [-> users]
grades [text]
password text
`;

export interface Rule {
  column: string;
  isRequired: boolean;
  isList: boolean;
  /** `text`, `date`, `year`, `whole`, `number`, the name of a file, or words. */
  holds: { kind: string } | { file: string } | { words: readonly string[]; mayAdd: boolean };
}

/** The rules of a version's files, without the three columns that begin each. */
export type Tables = ReadonlyMap<string, readonly Rule[]>;

export const tablesByVersion: ReadonlyMap<string, Tables> = new Map([
  ['1.1', read(text11)],
  ['1.2', read(text12)],
]);

function read(text: string): Tables {
  return new Map(
    text
      .trim()
      .split(/\n\n/)
      .map((block) => {
        const [head = '', ...lines] = block.split('\n');
        return [head.replace('file ', ''), lines.map(readRule)];
      }),
  );
}

function readRule(line: string): Rule {
  const [, column = '', what = '', required] = /^(\w+) (.+?)( !)?$/.exec(line) ?? [];
  const [, member] = /^\[(.*)\]$/.exec(what) ?? [];
  const bare = member ?? what;
  const [, file] = /^-> (\w+)$/.exec(bare) ?? [];
  const words = bare.replace(/\+$/, '').split('|');
  const holds =
    file !== undefined ? { file } : words.length > 1 ? { words, mayAdd: bare.endsWith('+') } : { kind: bare };
  return { column, isRequired: required !== undefined, isList: member !== undefined, holds };
}
