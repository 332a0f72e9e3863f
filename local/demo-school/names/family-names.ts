/** Where a family's name comes from. */
export type Community = 'african' | 'indian' | 'chinese' | 'portuguese' | 'french' | 'spanish' | 'levantine';

const words = (text: string): string[] => text.trim().split(/\s*,\s*/);

/** Family names by origin, as they are spelt in Trinidad. */
export const familyNames: Readonly<Record<Community, readonly string[]>> = {
  african:
    words(`Alexander, Alexis, Alleyne, Andrews, Antoine, Archibald, Augustine, Bailey, Baptiste, Bartholomew, Belgrave,
    Benjamin, Bernard, Bishop, Blackman, Braithwaite, Bramble, Browne, Burke, Cadogan, Callender, Campbell, Carrington, Charles,
    Clarke, Collymore, Constantine, Cox, Crichlow, Cudjoe, Cummings, Cumberbatch, Daniel, David, Denoon, Douglas, Duncan, Dyer,
    Edwards, Elcock, Felix, Ferdinand, Forde, Francis, Frederick, Garcia-Joseph, George, Gibbs, Gittens, Glasgow, Goddard,
    Granger, Greenidge, Griffith, Hackett, Harewood, Harris, Haynes, Henry, Hinds, Holder, Huggins, Isaac, Jack, Jackson, James,
    Jeffrey, Jeremiah, John, Johnson, Jones, Joseph, Julien, King, Lashley, Lewis, Liverpool, Lord, Lynch, Mark, Marshall, Mason,
    McIntosh, McKenzie, McMillan, Mitchell, Modeste, Moore, Morris, Moses, Nanton, Neptune, Noel, Nurse, Ogle, Osborne, Paul,
    Peters, Phillip, Phillips, Pierre, Prescod, Prince, Quashie, Richards, Richardson, Roberts, Robinson, Rogers, Roach, Samuel,
    Sandy, Scott, Sealy, Simmons, Skeete, Smart, Solomon, St. Clair, St. Hill, Sylvester, Taitt, Taylor, Thomas, Thompson,
    Timothy, Toussaint, Trim, Waithe, Walcott, Warner, Webster, Weekes, Williams, Wilson, Yearwood`),
  indian:
    words(`Ali, Babwah, Badal, Baksh, Balgobin, Balkaran, Balram, Beharry, Bhagwandeen, Bhola, Birju, Bissessar, Boodoo,
    Boodram, Boodoosingh, Budhram, Chadee, Chankersingh, Dass, Deonarine, Deosaran, Dookeran, Dookie, Doon, Gajadhar, Ganesh,
    Gobin, Gokool, Gopaul, Gopeesingh, Gosine, Harripersad, Harrilal, Hosein, Hussain, Jagdeo, Jagroop, Jaggernauth, Jaimungal,
    Jankie, Jattan, Kalloo, Kanhai, Khan, Lakhan, Lal, Lalla, Lutchman, Mahabir, Maharaj, Mahase, Maharajh, Manmohansingh,
    Mangaroo, Mohammed, Mohan, Mohess, Mungal, Nanan, Nandlal, Naipaul, Narine, Panday, Parasram, Parsad, Persad, Poonwassie,
    Pooran, Raghunanan, Ragoonanan, Ramadhar, Rambaran, Ramcharan, Ramcharitar, Ramdeen, Ramdial, Ramdhanie, Ramesar, Ramgoolam,
    Ramjattan, Ramjohn, Ramkhelawan, Ramkissoon, Ramlal, Ramlogan, Ramnanan, Ramnarace, Ramnarine, Rampersad, Rampaul, Ramoutar,
    Ramrattan, Ramroop, Ramsaran, Ramsingh, Ramsumair, Ramsundar, Roopchand, Roopnarine, Sadhu, Sahadeo, Samaroo, Sankar,
    Seecharan, Seegobin, Seepersad, Seeram, Seeramsingh, Seunarine, Sieunarine, Singh, Sinanan, Sirju, Sookdeo, Sookhai,
    Sookraj, Sookram, Soodeen, Sudama, Suchit, Surajbally, Teelucksingh, Tewarie, Tiwari, Toolsie, Ramkhelawan-Maharaj,
    Mohammed-Ali`),
  chinese:
    words(`Achong, Ache, Affoon, Akow, Aleong, Assee, Chan, Chang, Chang-Kit, Chee Mooke, Chen, Chin, Chin Aleong,
    Chin Lee, Ching, Chung, Fung, Hing King, Ho, Ho-A-Shoo, Hosang, Kow, Lai Leung, Lee, Lee Aping, Lee Chong, Lee Lum, Lee Sing,
    Lee Wen, Leung, Loo, Low Chew Tung, Lum Young, Mack, Moy, Quan-Kep, Scipio-Young, Sue-A-Quan, Tam, Ting-A-Kee, Tsoi-A-Fatt,
    Wong, Young Lai, Young-On`),
  portuguese:
    words(`Abreu, Camacho, Coelho, D'Abreu, D'Andrade, D'Olivieira, da Silva, De Caires, De Freitas, De Gannes,
    de Gouveia, de Nóbrega, Fernandes, Ferreira, Figueira, Gomes, Gonçalves, Henriques, Jardim, Joaquim, Mendes, Mendonça,
    Netto, Nunes, Pereira, Pestana, Querino, Reis, Ribeiro, Rodrigues, Sá Gomes, Serrão, Vieira, Xavier`),
  french:
    words(`Agostini, Béguin, Besson, Blanc, Boissière, Borde, Cipriani, D'Heureux, D'Abadie, de Boehmler, de la Bastide,
    de Montbrun, de Verteuil, Delacroix, Devaux, Dubois, Du Quesnay, Duprés, Fournillier, François, Gaston-Johnston, Guerin,
    Hippolyte, L'Hospice, L'Étang, Lacroix, Laborde, Lamy, Lange, Laveau, Le Blanc, Le Gendre, Lezama, Montano, Philippe,
    Quamina, Quesnel, René, Rostant, Salandy, Sellier, St. Rose, Ste. Marie, Thavenot, Toussaint-Bélisle, Vincent-Brunet`),
  spanish: words(`Acosta, Alcalá, Bermúdez, Calderón, Castillo, Cedeño, Colón, Díaz, Escayg, Espinoza, Estrada, Figuera,
    Fuentes, García, Gómez, González, Guerra, Gutiérrez, Hernández, Herrera, Ibáñez, Lara, León, López, Marcano, Marín, Martínez,
    Montserrín, Moreno, Muñoz, Núñez, Ortiz, Patiño, Peña, Peña-Rojas, Pérez, Quintero, Ramírez, Rivas, Rodríguez, Rojas, Romero,
    Salazar, Sánchez, Soto, Suárez, Urquiza, Valdez, Velásquez, Villafaña, Villarroel, Zapata`),
  levantine:
    words(`Aboud, Abraham, Elias, Fakoory, Galy, Habib, Hadeed, Issa, Joseph, Khouri, Laquis, Matouk, Moses, Nahous,
    Naim, Sabga, Salloum, Yamin`),
};
