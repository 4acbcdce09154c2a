/**
 * Groups of names that are one name, one group per line, in the usual spellings of the countries where they are used.
 * Sources: the name articles of Wikidata (CC0) and the romanizations of ALA-LC, BGN/PCGN and of French, German,
 * English, Turkish and Persian newspapers. The last groups are words of organizations.
 */
export const usualNames = `
muhammad mohammed mohamed mohammad muhammed mohamad muhamad mohamud mahomed mahomet mehmed mehmet muhammet mahamad mahamat mohd muhamed magomed mukhammad muhammadu mamadou muxammad
ahmad ahmed ahmet akhmad akhmed achmed achmad ahmadu amadou akhmat
mahmud mahmoud mahmood makhmud makhmoud mehmood mahamud mahmut
hamid hameed hamed khamid hamit
husayn hussein hossein hussain husein hosein hossain hussayn husain houssein hocine huseyin khusein hussien hoseyn husseyn houssain hoessein
hasan hassan hasen khasan hassen hacen
yusuf yousef youssef yusef yousuf yousif yusif youssouf yussuf joseph yosef iosif josef jusuf yusup iusuf youcef yosif yusof yosuf
umar omar omer umer oumar umaru
uthman othman osman usman ousmane ozman uthmaan otman usmon
ibrahim ebrahim ibraheem brahim ibragim ibrahima abraham avraham ibrohim ibraham
ismail ismael esmail ismaeel ismayil esmaeil ismaiel smail ismoil ismaila
sulayman suleiman sulaiman soleiman suleyman soleyman sulaymon sulejman suleman solomon souleymane slimane soliman sulieman suleimon solaiman
said saeed sayeed saiyid saed sayed saied seid
khalid khaled halid chaled khalide
rashid rasheed rachid raschid rasyid
mustafa mostafa moustafa mustapha mostapha mustafo moustapha
tariq tarek tareq tarik taregh tarigh
faysal faisal feisal faycal feysal faysel faissal
qasim kassem qassem kasim kasem qasem gasem ghasem qassim kassim kacem gassim ghassem qosim
jamal gamal djamal djamel jamel cemal gamel dzhamal camal
jamil gamil djamil jameel cemil
nasir nasser naser naseer nassir nacer
karim kareem kerim carim
ayman aiman aymen eymen aimen
usama osama oussama ossama ousama usamah
sharif sherif shareef charif sharef cherif serif shariff sharifi
masud masoud massoud masood messaoud massud
mansur mansour mansoor mensur
husni hosni housni hosny husny
zayd zaid zeid zayed ziad
walid waleed oualid velid walied
yahya yehia yahia yehya yahiya yakhya
salih saleh sahleh saalih salihu saaleh
salim saleem selim salem
salman selman
jabir jaber gaber jabbir djaber
murad mourad morad murod
bilal belal billal
hisham hesham hicham hishem
imad emad imaad
amir ameer emir
anwar anwer anouar enver
ashraf achraf eshref
asim assem asem
aziz azeez
bashir basheer bachir bechir
fuad fouad foad
faruq farouk farooq faroq farook
ghazi gazi
habib habeeb
hadi hady
haidar haydar heidar hayder haider heydar
hamdan hemdan
hamza hamzah hamzeh khamza
hashim hashem hachem hachim
ihab ehab
ilyas elias ilias elyas ilyes
iqbal ikbal eqbal
isa issa eisa essa aissa
jafar jaafar gaafar djafar jaffar dzhafar jaffer cafer
jalal galal djalal celal jelal
javad jawad cevad djavad gawad
kamal kemal kamaal
kamil kamel
latif lateef letif
majid majeed maged madjid mecid
malik maalik melik
marwan merwan marouane
mazin mazen
muhsin mohsen mohsin muhsen mohcen
mukhtar mokhtar moukhtar muhtar
munir mounir moneer muneer monir
musa moussa mousa moosa mussa
nabil nabeel nebil
nadir nader nadeer
najib nagib najeeb nadjib
nur nour noor nuur nor
qadir kader qader gader kadir
raad raed
rafiq rafik rafeeq refik
ramadan ramadhan ramazan ramzan ramadane
raouf rauf raoof
rida reza riza ridha redha
riyad riad riyadh
sabir saber
sadiq sadegh sadik sadeq sadeeq sadek sadigh
saddam sadam
saif sayf seif saeif saef
samir sameer
shihab shehab chihab
taha taaha
tahir taher
talib taleb
tawfiq tawfik toufik tewfik taufiq tofiq towfiq taoufik
wahid waheed vahid ouahid
yasir yasser yaser yassir
yasin yassin yaseen yassine
yunus younes yunis younis yunes younous yonus
zakariya zakaria zakariyya zakarya zekeriya
zayn zain zein zeyn
ziyad zeyad
fatima fatma fatimah fatemeh fatemah fatimeh
aisha aishah ayesha aicha aysha ayse
khadija khadijah khadijeh hadija khadidja
maryam mariam meryem miriam maryem
zaynab zeinab zainab zeynab zineb zeynep
abdallah abdullah abdulla abdalla abdollah abdoulaye abdulah abdellah
abu abou aboo abo
shaykh sheikh shaikh sheik cheikh cheik
mirza mirzo
aleksandr alexander alexandr oleksandr aleksander aliaksandr alyaksandr alexandre alejandro alessandro aleksandar alexandros
aleksandra alexandra oleksandra
aleksey alexei aleksei alexey aleksej oleksiy aliaksei alyaksey oleksii alexi
andrey andrei andrej andrew andriy andrii andre
anatoliy anatoly anatoli anatolii anatolij
artem artyom artiom
boris borys
denis denys
dmitriy dmitry dmitri dmitrij dmytro dimitri dmitrii dimitriy dzmitry dimitry
evgeniy yevgeniy evgeny yevgeny evgeni yevgeni evgenii eugene yevhen evgenij jewgeni jevgeni ievgenii yevhenii
ekaterina yekaterina katerina catherine kateryna jekaterina
elena yelena helena olena alena jelena
fedor fyodor fiodor theodore fjodor
gennadiy gennady gennadi guennadi gennadii hennadiy
georgiy georgy georgi george heorhiy georgii
grigoriy grigory grigori gregory hryhoriy ryhor grigorii
igor ihor
ivan iwan ioann
konstantin constantine kostyantyn kanstantsin konstantyn
kirill kiril cyril kyrylo
leonid leonyd
lev leo
maksim maxim maksym maxime
mikhail michail mihail mykhailo mikhael mykhaylo mikhajlo mihhail
mariya maria mariia marija
nikolay nikolai nicholas mykola mikalai nikolaj nicolai mikalay nicolas
nataliya natalia natalya nataliia natalja
oleg oleh
olga olha volha
pavel pavlo paul
petr pyotr peter petro piotr
roman raman
sergey sergei serguei sergej serhiy serhii siarhei sergiy sergii syarhey serge
stanislav stanislau stanislaw
svetlana svitlana sviatlana
tatyana tatiana tatjana tetiana tetyana
vadim vadym
valentin valentyn
valeriy valery valeri valerii valerij
vasiliy vasily vasyl vasilii basil vasili vassili wassili
viktor victor viktar
viktoriya victoria viktoria viktoriia
vitaliy vitaly vitali vitalii
vladimir volodymyr uladzimir wladimir vladimer
vladislav vladyslav uladzislau wladyslaw
vyacheslav viacheslav vjatscheslaw viachaslau vyacheslau
yakov jakov iakov jacob
yuliya julia yulia iuliia julija
yuriy yuri yury iurii jurij youri iouri yurii jury
zhanna janna
gonzalez gonzales
rodriguez rodrigues
hernandez hernandes
fernandez fernandes
martinez martines
perez peres
lopez lopes
gomez gomes
sanchez sanches
ramirez ramires
gutierrez gutierres
alvarez alvares
vasquez vazquez vasques
jimenez gimenez ximenez
velazquez velasquez
diaz dias
muller mueller muler moeller
pak park bak
ri rhee
choe choi
chong jung jeong chung
kang gang
yun yoon
sin shin
im lim rim
kwon gwon
no roh noh
yi lee
pyon byun
paek baek paik
chang jang
chon jeon chun
son sohn
so seo suh
an ahn
cho jo joe
hyon hyun
yong young
chol cheol
un eun
song sung seong
myong myung
kyong kyung
joon jun
hui hee
zhou chou
zhao chao
zhu chu
xu hsu
xie hsieh
qian chien
cai tsai
cao tsao
deng teng
guo kuo
gao kao
huang hwang
jiang chiang
ali aly alli
sami samy
international intl internacional internationale internazionale internatsionalnyy
management mgmt
industries ind industry industrial industria industrias
engineering eng engg
brothers bros
technology tech technologies tekhnologii tecnologia technologie
development dev
association assoc asociacion
organization organisation org
company co
corporation corp
manufacturing mfg
import imports
export exports
transport transportation
service services servicios
investment investments
logistics logistic
center centre centro
group grp gruppe gruppa
trading trade
national natl nacional
government govt
university univ
department dept
`;
