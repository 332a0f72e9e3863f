import type { SubjectId } from '../staff/subjects.ts';

const list = (text: string): string[] => text.trim().split(/\s*;\s*/);

/** Topics of a subject's assessments. */
export const assessmentTopics: Readonly<Record<SubjectId, readonly string[]>> = {
  ENGL: list(
    'Comprehension; Narrative writing; Grammar: agreement and tense; Summary writing; Persuasive essay; Vocabulary quiz',
  ),
  MATH: list(
    'Number and computation; Algebra: simple equations; Geometry and constructions; Sets and Venn diagrams; Consumer arithmetic; Statistics; Graphs and relations',
  ),
  ISCI: list(
    'Laboratory skills; Cells and organisation; Matter and its changes; Energy; Ecosystems; Forces and motion',
  ),
  SOST: list(
    'The family; Citizenship; Our Caribbean neighbours; Natural resources; Group project: my community; Map of the Caribbean',
  ),
  GEOG: list('Map reading; Weather and climate; Rivers; Coasts; Agriculture in the Caribbean; Field report'),
  HIST: list(
    'The first Caribbean people; Columbus and after; Sugar and slavery; Emancipation; Indentureship; Source analysis',
  ),
  SPAN: list(
    'Me presento: oral; Los verbos en presente; La familia; Comprensión auditiva; Mi rutina diaria; Composición',
  ),
  FREN: list('Se présenter : oral; Les verbes au présent; La famille; Compréhension écrite; Mon école; Rédaction'),
  INFT: list(
    'Hardware and software; Word processing; Spreadsheets; Problem solving and flow charts; Networks; Database project',
  ),
  VART: list('Still life in pencil; Colour theory; Lino print; Portfolio; Carnival masks; Perspective drawing'),
  PHED: list(
    'Fitness test; Football skills; Netball skills; Cricket: batting and bowling; Gymnastics; Rules and safety quiz',
  ),
  TECH: list('Workshop safety; Orthographic projection; Materials; Design folder; Model bridge'),
  FCSC: list('Kitchen safety; Nutrients; Practical: quick breads; Hand stitches; Budgeting'),
  HFLE: list('Self and relationships; Healthy eating; Managing stress; Road safety; Reflection journal'),
  AGRI: list('Soil types; Vegetable plot; Rabbit rearing; Pests and diseases; Farm records'),
  DRAM: list('Improvisation; Monologue; Costume and set; Folk traditions; Group scene'),
  LITE: list('Poetry: unseen; Drama: character study; Novel: themes; Context questions; Short story essay'),
  AMAT: list('Quadratic functions; Indices and logarithms; Series; Trigonometric identities; Differentiation'),
  BIOL: list('Cell structure; Nutrition; Transport in plants; Respiration; Genetics; SBA: drawing and reporting'),
  CHEM: list(
    'Atomic structure; Bonding; Moles; Acids, bases and salts; Rates of reaction; SBA: analysis and interpretation',
  ),
  PHYS: list('Measurement; Forces; Moments; Waves; Electric circuits; SBA: planning and design'),
  HSBI: list('Cells; Circulatory system; Respiratory system; Disease and hygiene; Reproduction'),
  POAC: list('Books of original entry; Trial balance; Final accounts; Control accounts; Depreciation'),
  POBU: list('Nature of business; Internal organisation; Production; Marketing; SBA draft'),
  ECON: list('Scarcity and choice; Demand and supply; Market structures; National income; International trade'),
  EDPM: list('Keyboard speed; Business letters; Tables; Minutes and agendas; Legal documents'),
  TDRA: list('Plane geometry; Orthographic views; Isometric drawing; Building drawing; Loci'),
  BTEC: list('Tools and safety; Joints; Stool project; Timber and finishes; Estimating'),
  FOOD: list('Meal planning; Food hygiene; Practical: main course; Menus for special diets; Cakes and icings'),
  TEXT: list('Fibres and fabrics; Seams; Pattern drafting; Garment construction; Fashion sketch'),
  PMAT: list(
    'Reasoning and logic; Surds and indices; Functions; Trigonometry; Limits and differentiation; Integration',
  ),
  APMA: list('Collecting data; Probability; Discrete random variables; Hypothesis testing; Kinematics'),
  ENVS: list('Ecological principles; Population; Pollution of water; Field study; Energy resources'),
  COMP: list('Computer architecture; Problem solving with C; Data structures; Software engineering; Operating systems'),
  ACCT: list('Accounting standards; Partnership accounts; Company statements; Ratios; Cost accounting'),
  MOBU: list('Functions of management; Organisational structure; Human resources; Operations; Marketing plan'),
  ENTR: list('The entrepreneurial mindset; Creativity; Business plan; Sources of finance; Pitch'),
  LITS: list('Shakespeare: close reading; Poetry comparison; Caribbean drama; Prose essay; Literary terms'),
  SOCI: list('Sociology as a discipline; Family; Religion; Education; Research methods'),
  LAWS: list('Sources of law; The legal system; Constitution; Criminal law: offences; Moot'),
  COMS: list('Listening comprehension; Language and society; Exposition; Portfolio draft; Oral presentation'),
  CARS: list(
    'Location and definition of the Caribbean; Culture and identity; Development; Social justice; Research project',
  ),
};

/** How an assessment is done, with what it can be out of. */
export const assessmentKinds: readonly { title: string; totals: readonly number[]; share: number }[] = [
  { title: 'Quiz', totals: [10, 15, 20], share: 30 },
  { title: 'Test', totals: [25, 30, 40, 50], share: 30 },
  { title: 'Homework', totals: [10, 20], share: 18 },
  { title: 'Project', totals: [30, 40, 50, 100], share: 12 },
  { title: '', totals: [20, 25, 30], share: 10 },
];
