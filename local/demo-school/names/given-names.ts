import type { Sex } from '../types.ts';
import type { Community } from './family-names.ts';

const words = (text: string): string[] => text.trim().split(/\s*,\s*/);

/** Which list of given names a community draws on; several draw on the same one. */
const listOf: Readonly<Record<Community, keyof typeof young.F>> = {
  african: 'creole',
  indian: 'indian',
  chinese: 'western',
  portuguese: 'western',
  french: 'french',
  spanish: 'spanish',
  levantine: 'western',
};

/** Given names of those who are at school now. */
const young = {
  F: {
    creole:
      words(`Aaliyah, Abigail, Adanna, Akeelah, Akilah, Alexia, Aliyah, Amaya, Amélie, Amara, Anaya, Aniyah, Ayanna, Azaria,
      Brianna, Candace, Chelsea, Cherisse, Chloë, Christianna, Crystal, Danielle, Deja, Destiny, Dominique, Ebony, Eden, Faith,
      Gabrielle, Genesis, Giselle, Grace, Imani, Jada, Jahzara, Janae, Janelle, Jayda, Jenelle, Jewel, Jaëlle, Jordanne, Kadija,
      Kaelyn, Kamaria, Keisha, Kenya, Kerisha, Khadijah, Kiara, Kimora, Kyla, La Toya, Leah, Makayla, Malia, Mercedes, Mia,
      Naomi, Nevaeh, Nia, Nyla, Oriana, Precious, Rachelle, Renée, Rianna, Samara, Sariah, Serena, Shanice, Shania, Shemaiah,
      Shenelle, Shontelle, Sierra, Skye, Tamia, Tiana, Tishanna, T'Keyah, Trinity, Tyra, Victoria, Zara, Zaria, Zendaya, Zoë, Zuri`),
    indian:
      words(`Aaradhya, Aarti, Adithi, Aisha, Alana, Aleena, Aliya, Alyssa, Ameera, Amrita, Anaya, Anisha, Anjali, Anjanie,
      Anuradha, Arianna, Ariana, Arya, Asha, Avani, Ayesha, Brittany, Celine, Darshani, Devika, Diya, Fareeda, Farzana, Gabriella,
      Geeta, Hannah, Isha, Ishani, Jaya, Jasmine, Kajal, Kareena, Karishma, Kavita, Khadijah, Kiran, Krishna, Lakshmi, Leela,
      Maya, Meera, Mariam, Nadia, Natasha, Neha, Nikita, Nisha, Padmini, Pooja, Priya, Radha, Reshma, Rhea, Ria, Sarah, Sadia,
      Saraswati, Sarita, Savitri, Shania, Shivani, Shreya, Sita, Soraya, Sunita, Tara, Tiara, Vaani, Vandana, Varsha, Yashoda,
      Zaira, Zainab`),
    western:
      words(`Abigail, Alana, Alexandra, Amelia, Anabel, Ashleigh, Caitlin, Catherine, Charlotte, Chloe, Christina, Danielle,
      Elena, Elizabeth, Ella, Emily, Emma, Gabriela, Georgia, Hannah, Isabel, Jessica, Joanna, Julia, Katelyn, Kristen, Laura,
      Lauren, Lily, Madison, Mei-Lin, Michelle, Natalie, Nicole, Olivia, Rachel, Rebecca, Samantha, Sarah, Sofia, Stephanie,
      Teresa, Victoria, Vanessa, Zoë`),
    french:
      words(`Adèle, Aimée, Amélie, Anaïs, Angélique, Anne-Marie, Béatrice, Camille, Cécile, Céline, Chloé, Claire, Clémence,
      Désirée, Élise, Élodie, Estelle, Eugénie, Gabrielle, Geneviève, Hélène, Isabelle, Jacqueline, Josephine, Juliette, Léa,
      Marie-Claire, Maëlle, Michèle, Monique, Nathalie, Noémi, Océane, Renée, Sabine, Simone, Solange, Thérèse, Yvette, Zoé`),
    spanish:
      words(`Adriana, Alejandra, Ana Lucía, Andreína, Ángela, Beatriz, Camila, Carolina, Daniela, Elena, Esperanza,
      Estefanía, Fabiana, Gabriela, Inés, Isabella, Josefina, Juana, Lucía, Luisana, María Fernanda, María José, Mariángel,
      Mercedes, Mónica, Natalia, Paola, Rosalía, Rosangélica, Sofía, Valentina, Valeria, Verónica, Victoria, Ximena, Yulimar`),
  },
  M: {
    creole:
      words(`Aaron, Akeem, Akil, Akinwale, Andre, André, Antonio, Ayodele, Caleb, Chad, Christian, Cyrus, Damion, Daniel,
      Darius, D'Andre, De Shawn, Dominic, Elijah, Emmanuel, Enrique, Ethan, Ezekiel, Gabriel, Gideon, Isaiah, Isaac, Jabari,
      Jahmal, Jaden, Jahleel, Jamal, Jeremiah, Jerome, Joel, Jomo, Jonathan, Jordan, Josiah, Joshua, Judah, Kadeem, Keanu, Keshawn,
      Keron, Khaleel, Kobe, Kofi, Kwame, Kyle, Levi, Liam, Makesi, Malachi, Malik, Marcus, Marquis, Matthew, Micah, Nathaniel,
      Nicholas, Noah, Nkosi, O'Neil, Omari, Osei, Phillip, Quincy, Rasheed, Rondell, Samuel, Sekou, Seth, Shaquille, Shomari,
      Stephon, Tariq, Terrence, Timothy, Tyrell, Tyrese, Xavier, Zachary, Zion`),
    indian:
      words(`Aadesh, Aaditya, Adil, Adrian, Ajay, Akash, Ameer, Amit, Anand, Aneel, Anil, Arjun, Armaan, Arvind, Ashvin, Avinash,
      Azim, Bhisham, Brandon, Darshan, Deepak, Dev, Devendra, Faizal, Farhan, Ganesh, Hassan, Hemant, Imran, Ishmael, Ishwar, Jalil,
      Jaden, Jeevan, Justin, Kamal, Kareem, Kavir, Keshav, Kiran, Krishna, Kristian, Kumar, Mahesh, Manoj, Matthew, Mikhail, Naresh,
      Navin, Nicholas, Nikhil, Omar, Pavan, Pradeep, Prakash, Rahul, Rajesh, Rajiv, Ravi, Reyaz, Riaz, Rishi, Rohan, Roshan,
      Sachin, Saleem, Sameer, Sanjay, Sarvesh, Satyam, Shaheed, Shane, Shiva, Suraj, Suresh, Tariq, Varun, Videsh, Vijay, Vikash,
      Vishal, Vishnu, Yadav, Yash, Zaheer`),
    western:
      words(`Adam, Aidan, Alexander, Anthony, Benjamin, Brandon, Christopher, Daniel, David, Dylan, Edward, Ethan, Gabriel,
      George, Henry, Ian, Jacob, James, Jason, Jerome, Jian, Jonathan, Joseph, Joshua, Julian, Justin, Kenneth, Kevin, Kai-Ming,
      Liam, Logan, Lucas, Luke, Mark, Matthew, Michael, Nathan, Nicholas, Noah, Patrick, Paul, Richard, Robert, Ryan, Sean,
      Stephen, Thomas, William, Zachary`),
    french:
      words(`Adrien, Alain, Antoine, Aurélien, Benoît, Cédric, Christophe, Denis, Didier, Émile, Étienne, Fabien, François,
      Frédéric, Gaël, Gérard, Guillaume, Hervé, Jacques, Jean-Luc, Jean-Marc, Jérôme, Joël, Jules, Julien, Laurent, Léon, Loïc,
      Luc, Marcel, Mathieu, Maxime, Nicolas, Noël, Olivier, Pascal, Philippe, Raoul, Rémy, René, Sébastien, Théo, Yann, Yves`),
    spanish:
      words(`Alejandro, Álvaro, Andrés, Ángel, Antonio, Arturo, Carlos, César, Cristóbal, Daniel, David, Diego, Eduardo,
      Emilio, Enrique, Esteban, Ezequiel, Felipe, Fernando, Gabriel, Germán, Héctor, Hernán, Ignacio, Iván, Jesús, Joaquín, José,
      José Gregorio, Juan Carlos, Julián, Leonardo, Luis, Manuel, Mateo, Matías, Miguel, Nicolás, Óscar, Pablo, Rafael, Ramón,
      Ricardo, Roberto, Rubén, Samuel, Santiago, Sebastián, Tomás, Víctor`),
  },
};

/** Given names of parents and teachers. */
const grown: Readonly<Record<Sex, Partial<Record<keyof typeof young.F, readonly string[]>>>> = {
  F: {
    creole:
      words(`Alicia, Allison, Althea, Andrea, Angela, Anne-Marie, Arlene, Avril, Beverley, Brenda, Camille, Carol, Charmaine,
      Cheryl, Claudette, Cynthia, Dawn, Debra, Denise, Desirée, Diane, Donna, Eleanor, Faye, Gail, Gemma, Germaine, Glenda, Gwendolyn,
      Hazel, Heather, Helen, Ingrid, Jacqueline, Jennifer, Joan, Joycelyn, Judith, Karen, Lisa, Lorna, Lystra, Marcia, Margaret,
      Marlene, Marva, Maureen, Merle, Michelle, Monica, Natasha, Nicole, Nikeisha, Ophelia, Pamela, Patricia, Paula, Renée, Rhonda,
      Roxanne, Sandra, Sharon, Shelly-Ann, Sherry, Simone, Stacy-Ann, Theresa, Valerie, Wendy, Yvonne`),
    indian:
      words(`Anjanie, Anita, Arti, Asha, Bhagmania, Chandra, Cindy, Deokie, Devi, Farida, Feroza, Gaitrie, Geeta, Hafeeza,
      Indira, Indra, Jaitoon, Jasodra, Kamla, Kavita, Lalita, Leela, Meena, Mohanie, Nadia, Nalini, Nazira, Nirmala, Padma, Parbatie,
      Phulmatie, Premila, Radhika, Rajkumarie, Ramdaye, Reena, Rehana, Rookmin, Rosanna, Sabita, Sandra, Sarojini, Savitri, Shalini,
      Shanta, Shirley, Sumintra, Sunita, Tara, Usha, Vidya, Vijaya, Zalina`),
  },
  M: {
    creole:
      words(`Adrian, Alvin, Anderson, Andre, Anthony, Aubrey, Basil, Bertrand, Brian, Carlton, Cecil, Clarence, Clifford, Clyde,
      Colin, Courtenay, Cuthbert, Darryl, Dennis, Derek, Desmond, Dexter, Earl, Edison, Ellis, Emmanuel, Errol, Eugene, Eustace,
      Everard, Garvin, Gerard, Glenroy, Gordon, Hollis, Horace, Hubert, Ian, Irvin, Junior, Keith, Kelvin, Kenrick, Kester, Lennox,
      Leroy, Lester, Lincoln, Marlon, Michael, Neville, Nigel, Orville, Percival, Peter, Ralph, Randolph, Roderick, Roger, Selwyn,
      Sheldon, Stephen, Terrence, Trevor, Vernon, Wayne, Wendell, Winston`),
    indian:
      words(`Abdool, Ajodha, Anil, Ashmeed, Asraf, Azard, Balchan, Bhisham, Bisnath, Chandradath, Clint, Dave, Deodath, Dhanraj,
      Doodnath, Faizool, Fazal, Gobin, Haroun, Hemraj, Imtiaz, Indar, Jagdesh, Kamal, Kazim, Krishendath, Kumar, Lalchan, Mahindra,
      Mohan, Nandlal, Narine, Nazim, Parasram, Prakash, Rabindranath, Rajendra, Rajkumar, Ramesh, Ramnath, Randhir, Roopnarine,
      Rudranath, Sahadeo, Sheldon, Shazam, Sonny, Sudesh, Surendra, Suresh, Terry, Vishnu, Yusuff, Zameer`),
  },
};

/** Given names of a community and sex. */
export function givenNames({
  community,
  sex,
  isGrown,
}: {
  community: Community;
  sex: Sex;
  isGrown: boolean;
}): readonly string[] {
  const list = listOf[community];
  return (isGrown ? grown[sex][list] : undefined) ?? young[sex][list];
}
