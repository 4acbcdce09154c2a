/**
 * Given and last names that are used in many countries: those in the lists of at least nine, and those in the lists of
 * four to eight, of the 83 countries and languages that Faker has (https://github.com/joke2k/faker, MIT). They hardly
 * identify a person, even if they are rare on the list.
 */
export const mostCommonNames = `
aaron abdul abel abigail abraham adam adele adrian adriana agnes ahmad ahmed alan alba albert alberto alejandro alex
alexander alexandra alexandre alexis alfonso alfred ali alice alicia alina allan alma alvaro amalia amanda amber
amelia amelie amina amir amy ana anastasia anderson andre andrea andreas andres andrew angel angela angelica angelina
anita ann anna anne annette anthony antoine anton antonia antonio arnold aron arthur astrid audrey aurora barbara
barry beatrice belinda ben benjamin benoit berg bernadette bernard berta bertrand betty bianca boris bradley brian
bruce bruno bryan camilla carina carl carla carlos carmen carol carolina caroline castro catherine cecilia celine
chantal charles charlotte chloe christian christina christine christopher cindy claire clara claude claudia claudine
clifford colin craig cristina cruz cynthia damian dan dana daniel daniela danielle danny dario david de dean deborah
denis denise dennis diana diane diego dina dolores dominic dominik donald dora doris douglas duarte duncan dylan edgar
edith edward edwin elena elias elisa elisabeth elise elizabeth ella ellen elsa elvira elvis ema emanuel emil emilia
emilie emily emma emmanuel eric erica erik erika erna ernest ernst ester esther eugenia eva evelyn fabian fanny fatima
felix ferdinand fernando filip finn fiona flora florence florian francesca francis francisco franco francois francoise
frank franklin frederic frederick frida gabriel gabriela gabriella gabrielle garcia geoffrey george georges gerald
gerard gilbert gina giovanni glenn gloria gordon grace graham gregoire gregory greta guillaume guy hamza hana hanna
hannah hans harriet harry harvey hasan hassan heidi helen helena helene henri henriette henrik henry herbert hermann
hilda howard hubert hugo ian ibrahim ida igor ilona ina ines ingrid irena irene iris irma isa isaac isabel isabella
isabelle ismail ivan ivo jack jackson jacob jacqueline jacques jade jaime jakob james jan jana jane janet jasmin
jasmine jason jean jeanne jeffrey jennifer jenny jens jeremy jesse jessica jesus jill joan joanna joel johan johanna
johannes john jonas jonathan jordan jorge jose joseph josephine joshua joy joyce juan judith julia julian juliana
julie julien juliette julius justin justine kai kara karen karim karin karina karl karla karolina katarina kate
katherine kathleen kelly kenneth kevin kim kirsten klara konrad kristian kristina kurt laila lambert lana lang lara
lars laura laurence laurent lawrence lea leah lee leila lena leo leon leona leonard leonardo leonie leopold leslie
levi lewis liam liliana lily lina linda lisa livia logan lorena lorenzo lorraine louis louise luc luca lucas lucia
lucie lucy luis luisa luka lukas luke luna luz lydia lynn madeleine magdalena maja manuel manuela mara marc marcel
marcela marco marcos marcus marek margaret margot marguerite maria marian mariana marianne marie marin marina mario
marion marius mark marko markus marlene marta martha martin martina martine marvin mary maryam mateo mathias mathieu
mathilde matilda matteo matthew matthias maureen maurice max maya melanie melissa meyer mia michael michaela michel
michele michelle miguel mike mila milan milena milo mira miranda miriam mitchell mohamed mohammed mona monica monika
monique mora moreno morgan muller mustafa nadia nadine nancy naomi natalia natalie natasha nathalie nathan nelly
nelson nicholas nicola nicolas nicole nils nina noa noah noel nora norbert norman odette olga oliver olivia olivier
omar oscar oskar otto owen pablo pamela pascal patricia patrick patrik paul paula paulina pauline paz pedro peter
petra philip philippe phillip pia pierre rachel rafael ramon ramos raphael raymond rebecca regina renata rene renee
ricardo richard rita robert roberta roberto robin rodrigo rodriguez roger roland roman ronald rosa rosalie rosario
rose ross roy ruben rudolf russell ruth ryan sabina sabrina said sam samantha sami samir samira samuel sandra santiago
santos sara sarah schmidt scott sebastian sergio sharon silva silvia simon simone smith sofia sofie sonia sonja sophia
sophie spencer stanley stefan stella stephanie stephen steve steven stewart stuart susan susanna susanne suzanne
sylvia sylvie tamara tania tanja tara tatiana teresa terry thea theo therese thomas tim timothy tina tobias tom tomas
toni tony torres tristan ursula valentin valentina valeria valerie vanesa vanessa vega vera veronica veronika vicente
victor victoria viktor vilma vincent viola virginia vladimir walter warren wendy werner william xavier yasmin yolanda
yusuf yvonne zoe
`;
export const commonNames = `
abbas abbott abdi abdullah abdullahi abril acevedo acosta acuna ada adalberto adams adan adela adelina adeline adem
adolf adriano adrienne agata agatha agathe agnieszka aguilar aguilera aguirre agustin agustina ahmet aida aidan aiden
aimee aisha alain alana alarcon albin albina albrecht aldo alejandra aleksander aleksandra alena alessandro alexa
alexandria alexia alf alfaro alfons alfredo alida aline alisa alisha alison alix allard allen allison almeida alois
alonso alva alvarado alvarez alves alvin alyssa amador amani amaya amin amira amparo an anais anaya anders andersen
andra andrade andree andrej andrzej andy anette angelika angelique angelo angulo angus anica anika anja anka annabelle
annamaria anneli annie annika anny anouk antoinette antonella antonietta antonina antonino antonius antony april
aranda araujo arce archer arellano arenas arevalo ari aria ariana ariane arias ariel armando armas armin armstrong
arne arno arroyo arta arteaga artur arturo aryan ashleigh ashley ashton asta atkinson august auguste augustin augusto
aura aurelia aurelie aurelio aurore austin ava avila aviles axel aya ayaan ayala ayla aylin ayoub baez baeza bailey
baker baldwin ballesteros banks barnes barnett baron barr barragan barrera barrett barrios barros barton bas basil
bastian bauer bautista baxter beata beatrix beatriz becerra beck becker beer bell bella bello beltran benard benavides
benedict benedikt benita benitez benito bennett benny benson berger berit bermudez bernal bernardo bernhard bernier
berry bert bertha bertram beth bethany bettina beverley bianka bilal bill billy bird birgit birgitta bishop bjorn
black blair blake blanca blanch blanco blanka bo bob bogdan bonilla bosch boucher boulanger boyle bozena brad brady
brandon brandt branka branko braun bravo brenda brendan brennan brent brett briana brianna bridget brigid brigitta
brigitte briones brito britt britta brittany brooke brooks brown bruna bryant buckley burgess burgos burke burns
burton bustamante bustos butler caballero cabrera caceres caitlin caitlyn cal calderon caleb callum calvin camacho
cameron camila camille camilo campbell campo campos canales candelaria cano cardenas cardona carey carlo carlota carly
carmela carmelo carmona caro carole carolyn caron carr carrasco carrera carrillo carroll carsten carter carvajal
casanova casey casper cassandra castaneda castellanos castillo catalina catarina caterina catharina cathrine cathy
cecile cedric celia celina cepeda cervantes cesar chacon chandler chang charlene charlie charo chase chavez che
chelsea chen cheryl cheyenne chiara chris christa christel christelle christensen christiane christie christoph
christophe cifuentes ciro cisneros clare clarissa clark clarke claudio claus clayton clemence clemens clement clemente
clinton cody cohen cole coleman colette colleen collette collier collin collins colum concepcion concetta connie
connor conny conor conrad constance constantin contreras conway cook cooke cooper cora cordero cordoba corey corina
corinna corinne cornejo cornelia cornelius coronado correa cortes cortez cory costa courtney cox crawford cristian
cristobal cuellar cuevas cunningham curt curtis cyril dagmar dagny daisy dale dalia dalibor dalton damaris damien
damir dani danica daniele daniella daniels danilo dante daphne dara daria darin darius darko darrell darren darryl
daryl dave davey davila davis dawn dawson day debbie debora debra decker declan del delgado delia delphine derek
derrick desiree desmond devin diallo diaz dickson didier dietrich dilara dillon dimitri dino dion dionne dirk dixon
domenico domingo dominguez dominique don donato donna donovan doreen dorian dorota dorothea dorothee dorothy doyle
dragan dragica dube dubois duffy dufour dumont dunn dupont dupuis duran dusan duval dyer echeverria eden edin edit
edmond edmund edouard eduard eduardo edvard eileen einar ela elaine eleanor eleonora eleonore eli eliana eliane elif
elijah elin elina eline elisabet eliza ellie elliot elliott ellis elly elma elmar elna elodie eloise eloy else elsie
elvin emile emiliano emilio emin emmanuelle emmy enrico enrique enzo erick erin erling ernesto ervin erwin escobar
esmeralda esparza esperanza espinosa esteban estefania estela estelle estrada ethan ethel etienne eugen eugene eugenio
eunice evan evans eve evelina eveline evelyne evie evita ewa fabiana fabienne fabio fabiola faith fajardo fang farah
farias farid farrell fatma faulkner fay federico felicia felicitas felipe ferguson fernanda fernandes fernandez
ferreira fidel figueroa filippa filippo filomena fischer fisher fitzgerald flavia flavio fleming fletcher flor florent
florentina flores flynn fonseca fontaine ford forster fox fran frances francesco francine francisca franck frans franz
franziska fred freddy frederik frederique fredy freeman freya frieda friedrich fritz frost fuente fuentes fuller gael
gaetano gail gal galindo gallardo gallego galvan galvez garay garces gardner gareth garrett garrido garry gary gaspar
gaston gauthier gavin gay gemma genevieve georg georgette georgia georgina geraldine gerardo gerd gerda gerhard
germain germaine german geronimo gert gertrud gertrude gianni gibson gil gilberto giles gill gilles gillian gilmore
gimenez gino giovanna gisela gisele giuliana giuseppe giuseppina gladys glen glenda glover godfrey godoy gomes gomez
goncalves gonzalez gonzalo goodwin goran gordana gottlieb gracia graciela graf granados grant gras gray green gregor
gregorio griffin gross guadalupe guerra guerrero guido guillermo gunnar gunther gustav gustavo gutierrez guzman haas
hagen hahn haley hall hamel hamilton han hanne hannes hansen hanson harald hardy harold harper harris harrison hart
hartmann hayden hayes hayley hazel heather hebert hector heinrich heinz helga helge henderson hendrik henrietta herman
hermina hernan hernandez hernando herrera hidalgo higgins hilary hildegard hilma hoffmann holden holger holland holly
holm holmes hope hopkins horacio horn hortense horton howe howell huber hudson huerta hugh hughes hugues hulda
humberto humphrey hunt hunter hurtado hussein hutchinson ibarra idris ignacio ilias ilse ilyas imelda inga inge
ingeborg inger ingram ira irina isabela isabell isaiah isidor isis ismael israel iva ivana iveta ivonne ivy jacobs
jake jakub jamal jamie jamila janette janice janina janine janko janne janos jaqueline jara jared jari jarl jaroslav
jarvis jasmina jasper javier jay jayden jayne jazmin jeanette jeanine jeannette jeannine jelena jenkins jenna jenni
jennings jensen jeremiah jeremias jerome jesper jessy jillian jim jimenez jimmy jo joachim joakim joana joanne joaquin
job jocelyn jodie joe joelle johann johansen johnny johnson johnston jolanda jon jonatan jonathon jones jonna jordi
jorgen joris josef josefa josefina josefine josette josh josiah josiane josip jost josue jozef juana juarez judy jules
julianna juliet julio june junior justina justus kaiser kaitlin kaitlyn kaja kala kamal kamil kamila kane karan karel
kari karine karol karoline kasim kaspar kasper kata katelyn katerina katharina katharine kathryn kathy katia katie
katja katrin katrina katy kaur kay kayla kayleigh keith keller kellie kelsey kelvin kemp ken kendra kennedy kenny kent
kerr kerry kerstin khadija khaled khalid kian kiara kieran kilian killian kimberley kimberly king kira kirby kirk
kirstin klaus klein knight koch kohler kolar konstantin kornelia kral kramer kraus kris krista kristin kristine
kristof krzysztof kyle lacroix laetitia lala lane lange larissa larsen laszlo latif laure lauren laurie lavinia lawson
lazar le leal leana leander leandra leandro leanne leblanc ledesma leduc lefebvre leif leigh leiva leone leonel
leonhard leonor leonora leroy lesley leticia leyla li lia liana lidia lidija lien lila lili lilia lilian liliane lilja
lilla lillian lilly lin lind linden lindsay lindsey line linn linnea linus lionel lisandro lisbeth lise lisette little
liu liv liza ljubica lloyd loic lois lola long lopes lopez loredana lorenz loretta lorna lotta lotte lou louisa
lourdes love lowe lozano luana lucero luciana luciano lucien lucio ludmila ludwig luigi lutz lydie lynch lynda lynne
lyons mac macdonald machado macias mackenzie madeline madison madrid magda magnus mahdi mahmoud mahmud mai maia maite
maj malcolm maldonado malena malik malika malin manda mandy manfred mann manning manon marcella marcelle marcelo
marchand marcia marcin mare maren margareta margaretha margarita margaux margit margret mari mariam marianna mariano
marica marija marijana marika marilyn marino marisa marisol marissa marit marita marjan marjorie marlen marques
marquez marsh marshall martel marthe marti martinez martins maryse mason massimo mata matas mate matej mathew mathilda
mathis matias matilde mats matthews matti maud maude maura mauricio maurizio mauro maxim maxime maximilian maximiliano
maxwell may mayer mayo mccarthy mcdonald mckenzie mclean medina megan mehdi mehmet meier meister melania melendez
melina melinda melisa melo melvin mena mendes mendez mendoza mercado mercedes mercier merino mesa meza micaela michal
micheal mika mikael mikaela milda miles milica milka milla miller mills milos milton mina minna mirjam mirko miro
miroslav mohammad molina molly montenegro montero montes montgomery montoya montserrat moody moore morales moran
moreau morena moritz morris morrison morton moses moya muhammad munoz murat muriel murillo murphy murray musa mustapha
myles myriam nada nadja nana nanna naranjo narvaez nash natasa natascha nathaniel navarrete navarro neal neil nestor
newman newton nguyen nicholson nick nico nicolai niels nielsen nieto nigel nikita nikki niklas niko nikola nikolai
nikolas nikolaus nikolina nino nixon noe noelia noelle noemi noemie nogueira nolan noor norah norma norris norton nova
novak nunez nuria obrien oceane ochoa oconnell oconnor octavio oda odonnell ofelia ojeda ola olaf olav ole oliva
olivares olive oliveira olivera olsen oneill ordonez orlando orozco ortega ortiz osborne osman osorio osvaldo oswald
ott owens pacheco padilla paez page paige pal palacios palma palmer paloma paola paolo pardo paredes parent paris
parker parra parsons pascale pascual pasquale pastor patel patino patric patrice patrizia patterson paulette paulo
pavel pawel pedersen pedraza peggy pelayo pena penelope per peralta perea pereira perez perkins perla perry petar
peters peterson philipp phillips philomena phoebe phyllis pi picard pierce pietro pilar pina pineda pinto piotr pires
pizarro pol ponce pons porter posada powell prada prado pratt preston price prieto priscilla pulido quentin quinn
quintana quintanilla quintero quiroga rachael rafaela rainer ralph ramirez ramiro ramona rana randall raoul raquel
rasmus rasmussen raul ray rayan rebeca rebekah reed regan reginald reid reilly reina reinhold remy renato renaud
reuben rey reyes reynolds rhonda rhys ria ribeiro rice richards ricky rico riley rincon rio rios ritter rivas rivera
rivero roberts robinson robles robyn rocco rocha rocio rodgers rodney rodolfo rodrigues rogers rohan rojas rolando
roldan rolf romain romana romeo romero romy ron ronan ronja ronnie ronny roos rory ros rosales rosalia rosanna rosaria
rosemarie rosemary rosina rosita rossi roth rousseau rowan rowe roza rozalia rubio ruby rudi ruiz rune rush saad
saavedra sabine sabir sabri salamanca salas salazar salcedo saldana salgado salim salinas sally salma salome salomon
salvador salvatore samanta sammy samson sanabria sanchez sander sanders sandoval sandro sandy santana sarina sasha
saskia saul savannah schenk schmitt schneider schuler sean sebastien segovia segura selena selina selma serena serge
serna serrano seth severin shane shania shannon shaun shea sheila shelley shepherd shirley shona short sierra sigrid
sigurd silas silke silvana silvester silvio simmons simo simona simpson singh slavica slavko socorro sol solano solis
solveig sonny sonya soraya soren soria sosa soto sousa stacey stan stanislav stanton stark stefania stefanie stefano
steffen stein stephan stephane stevens stjepan stokes stone suarez sullivan susana susann suzana sven svetlana
sylvester tahir tali tamayo tammy tan tanner tanya tapia tatjana taylor tea teixeira tello teodor terence tess tessa
theodor theodora theodore theresa theresia thi thiago thibault thibaut thierry thompson thor thornton tia tibor
tiffany timea timo timothee titus tiziana tiziano toby todd toledo toma tomasz tommy toro tovar tracey tracy travis
trevor troy trujillo tucker turner tyler tyrone ulla ulrich umar una urban uribe urrutia valdemar valderrama valdes
valencia valentine valentino valenzuela vallejo valter van varela vargas vasquez vaughan vazquez velasco velasquez
velazquez velez verdugo verena vergara veronique vesna vicky vidal viktoria villa villalobos villanueva villegas vince
vincenza vincenzo violet violeta violetta virginie vito vivian viviana viviane vivien vivienne vlasta vogt von wade
wagner waldemar walker wall wallace walsh walton wanda wang ward warner waters watts wayne webb weber webster wei
weiss wells wesley west wheeler white whitney wilhelm wilkinson willems williams williamson willis willy wilma wilson
winter wolf wong wood woods wright wu wyatt xenia yahya yaman yan yanez yang yannick yara yasin yasmina yasmine yilmaz
young yu yves yvette zachary zahra zakaria zamora zapata zara zdenka zeljko zeynep zina zita zlatko zoey zoltan zora
zoran
`;
