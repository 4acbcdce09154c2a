const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Everyday given and last names of a language or a country. */
export interface Names {
  readonly given: readonly string[];
  readonly last: readonly string[];
}

export const peoples: readonly Names[] = [
  {
    given:
      words(`James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard Susan Joseph
      Jessica Thomas Karen Christopher Sarah Charles Lisa Daniel Nancy Matthew Sandra Anthony Ashley Mark Emily Steven Kimberly
      Andrew Margaret Paul Donna Joshua Michelle Kenneth Carol Kevin Amanda Brian Melissa Timothy Deborah Ronald Stephanie`),
    last: words(`Smith Johnson Williams Brown Jones Miller Davis Wilson Anderson Taylor Moore Jackson Martin White Thompson
      Harris Clark Lewis Robinson Walker Young Allen King Wright Scott Hill Green Adams Baker Nelson Hall Campbell Mitchell
      Carter Roberts Phillips Evans Turner Parker Collins Edwards Stewart Morris Murphy Cook Rogers Morgan Cooper Reed Bailey`),
  },
  {
    given:
      words(`Maria Jose Carmen Juan Ana Antonio Luis Carlos Laura Francisco Isabel Miguel Rosa Javier Pedro Lucia Manuel
      Sofia Diego Elena Alejandro Paula Fernando Marta Jorge Andrea Ricardo Gabriela Raul Silvia Sergio Claudia Alberto Veronica`),
    last: words(`Garcia Rodriguez Gonzalez Fernandez Lopez Martinez Sanchez Perez Gomez Martin Jimenez Ruiz Hernandez Diaz
      Moreno Alvarez Munoz Romero Alonso Gutierrez Navarro Torres Dominguez Vazquez Ramos Gil Ramirez Serrano Blanco Molina`),
  },
  {
    given:
      words(`Mohammed Ahmed Ali Hassan Fatima Aisha Omar Khalid Yusuf Ibrahim Mariam Layla Hussein Salma Karim Nadia Tariq
      Samir Amina Rania Hamza Bilal Zaynab Mahmoud Mustafa Huda Walid Sara Nour Amal Jamal Rashid Faisal Dina Sami`),
    last: words(`Hassan Ahmed Ali Khalil Haddad Mansour Saleh Nasser Khoury Ibrahim Hamdan Darwish Najjar Qasim Rahman Aziz
      Sharif Farouk Hakim Zaki Bakr Younis Shaheen Masri Habib Saad Sabbagh Taha Jaber Awad Barakat Fares`),
  },
  {
    given:
      words(`Alexander Sergey Dmitry Andrey Alexey Maxim Ivan Mikhail Nikolai Vladimir Anna Elena Olga Natalia Tatiana Irina
      Svetlana Ekaterina Maria Yulia Pavel Igor Oleg Anton Viktor Yuri Roman Denis Ksenia Galina Oksana Bohdan Taras`),
    last: words(`Ivanov Smirnov Kuznetsov Popov Vasiliev Petrov Sokolov Mikhailov Novikov Fedorov Morozov Volkov Alekseev Lebedev
      Semenov Egorov Pavlov Kozlov Stepanov Nikolaev Orlov Andreev Makarov Zakharov Shevchenko Bondarenko Kovalenko Tkachenko
      Kravchenko Ivanova Smirnova Popova Sokolova Lebedeva`),
  },
  {
    given:
      words(`Wei Fang Li Min Jing Lei Yang Jun Ying Xiu Qiang Yan Juan Tao Ming Chao Ping Gang Hui Xin Bo Hao Yu Jie Ting
      Xiaoming Meiling Jianguo Zhiwei Yuhan Haoran Zixuan Xinyi`),
    last: words(`Wang Li Zhang Liu Chen Yang Zhao Huang Zhou Wu Xu Sun Hu Zhu Gao Lin He Guo Ma Luo Liang Song Zheng Xie Han Tang
      Feng Yu Dong Xiao Cheng Cao Yuan Deng`),
  },
  {
    given:
      words(`Min-jun Seo-yeon Ji-hoon Soo-jin Hyun-woo Ji-woo Sung-min Eun-ji Young-ho Mi-kyung Dong-hyun Hye-jin Jae-won
      Yuki Haruto Sakura Hiroshi Kenji Yoko Takashi Naomi Akira Emi Daichi`),
    last: words(`Kim Lee Park Choi Jung Kang Cho Yoon Jang Lim Han Shin Seo Kwon Hwang Sato Suzuki Takahashi Tanaka Watanabe Ito
      Yamamoto Nakamura Kobayashi Kato Yoshida Yamada Sasaki`),
  },
  {
    given:
      words(`Nguyen Anh Linh Minh Huong Tuan Thanh Hoa Lan Duc Mai Hung Thao Somchai Siriporn Budi Siti Dewi Agus Putri
      Rizal Jomar Liza Marites Aung Thiri Kyaw`),
    last: words(`Nguyen Tran Le Pham Hoang Phan Vu Dang Bui Do Santos Reyes Cruz Bautista Ocampo Wijaya Santoso Hidayat Susanto
      Rahayu Lwin Htun`),
  },
  {
    given:
      words(`Priya Rahul Anjali Amit Sunita Rajesh Deepika Vikram Pooja Sanjay Kavita Arjun Neha Suresh Lakshmi Anil Ravi
      Meena Imran Ayesha Bilal Sana Usman Farah Kamran Nasreen`),
    last: words(`Sharma Patel Singh Kumar Gupta Reddy Nair Iyer Das Mehta Joshi Rao Verma Chatterjee Khan Malik Hussain Akhtar
      Siddiqui Qureshi Chaudhry Bhatti Rahman Islam Begum`),
  },
  {
    given:
      words(`Reza Mehdi Amir Fatemeh Zahra Maryam Hossein Mohammad Saeed Neda Shirin Kaveh Leila Arash Parisa Babak Mehmet
      Ayse Mustafa Zeynep Emre Elif Murat Fatma Hakan Merve Osman Selin Kemal Aylin`),
    last: words(`Ahmadi Hosseini Mohammadi Karimi Rezaei Moradi Jafari Rahimi Ebrahimi Kazemi Yilmaz Kaya Demir Celik Sahin Yildiz
      Yildirim Ozturk Aydin Arslan Dogan Kilic Aslan Cetin Kara Koc Kurt`),
  },
  {
    given:
      words(`Chinedu Ngozi Emeka Amara Oluwaseun Funke Tunde Kwame Akua Kofi Abena Wanjiru Kamau Otieno Achieng Thabo Nomsa
      Sipho Lerato Tendai Chipo Abebe Tigist Moussa Aminata Ousmane Mariama Joao Beatriz`),
    last: words(`Okafor Adeyemi Okonkwo Balogun Eze Mensah Owusu Boateng Mwangi Otieno Kamau Wanjala Dlamini Nkosi Mokoena Moyo
      Ndlovu Tesfaye Bekele Diallo Traore Ndiaye Diop Keita Camara Banda Phiri`),
  },
  {
    given:
      words(`Hans Anna Peter Ursula Klaus Sabine Jurgen Monika Stefan Petra Lukas Lena Pierre Marie Jean Camille Luc Chloe
      Giuseppe Francesca Marco Giulia Paolo Chiara Piotr Agnieszka Krzysztof Malgorzata Jan Katarzyna Tomasz Lars Ingrid Erik
      Astrid Sven Joao Ines Tiago Mariana Daan Sanne Pieter`),
    last: words(`Muller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Dubois Laurent Lefebvre Moreau Simon
      Rossi Ferrari Esposito Bianchi Romano Ricci Nowak Kowalski Wisniewski Wojcik Kaminski Hansen Johansen Olsen Andersson
      Karlsson Silva Santos Ferreira Pereira Oliveira Costa Rodrigues Jansen Bakker Visser`),
  },
];

/** What companies are called by. */
export const firms = {
  distinctive:
    words(`Alpine Amber Apex Aquila Arrow Atlas Aurora Beacon Birch Bluebird Bridge Bright Cedar Centaur Century Cobalt
    Compass Copper Coral Cornerstone Crescent Crown Crystal Delta Diamond Dolphin Eagle Eastern Echo Elite Emerald Empire
    Evergreen Falcon First Fortune Frontier Galaxy Gateway Gemini Glacier Golden Grand Granite Green Harbour Harmony Hawk
    Heritage Highland Horizon Icon Imperial Infinity Iris Ivory Jade Jasmine Jupiter Kestrel Keystone Lakeside Lion Lotus Lunar
    Magnolia Maple Mercury Meridian Metro Modern Monarch Mountain Neptune New Noble Nordic North Northern Oak Ocean Olympus Omega
    Onyx Optima Orchid Orion Pacific Palm Paragon Pearl Pegasus Phoenix Pine Pinnacle Pioneer Planet Platinum Polaris Premier
    Prime Quantum Quartz Quest Rainbow Raven Red Regal Ridge River Royal Ruby Sapphire Saturn Sierra Silver Sky Solar Southern
    Spectrum Star Sterling Stone Summit Sun Sunrise Supreme Swan Swift Thunder Tiger Titan Topaz Tower Trident Trinity Triumph
    Unity Universal Valley Vanguard Vega Venture Victory Vista West Western White Willow Windsor Wolf Zenith Zephyr`),
  trade:
    words(`Bakery Brewery Capital Catering Ceramics Chemicals Cleaning Clothing Coffee Communications Construction Consulting
    Cosmetics Dental Design Development Distribution Electric Electronics Energy Engineering Enterprises Entertainment Equipment
    Exports Fashion Finance Fisheries Foods Furniture Gardens Global Group Healthcare Holdings Hotels Imports Industries
    Insurance International Investments Jewellery Laboratories Logistics Machinery Management Marine Marketing Materials Media
    Medical Metals Mining Motors Packaging Paints Partners Petroleum Pharmaceuticals Plastics Printing Productions Properties
    Publishing Recruitment Resources Restaurants Retail Security Services Shipping Software Solutions Steel Supplies Systems
    Technologies Telecom Textiles Timber Tools Tours Toys Trading Transport Travel Ventures`),
  place:
    words(`London Paris Berlin Madrid Rome Vienna Oslo Dublin Lisbon Warsaw Prague Toronto Sydney Auckland Singapore Mumbai Delhi
    Lagos Nairobi Cairo Dubai Beirut Istanbul Moscow Kiev Tehran Karachi Dhaka Bangkok Jakarta Manila Seoul Tokyo Shanghai Lima
    Bogota Mexico Panama Havana Caracas Santiago`),
  form: [
    'Ltd',
    'Limited',
    'LLC',
    'Inc.',
    'Corp.',
    'GmbH',
    'S.A.',
    'SARL',
    'S.r.l.',
    'B.V.',
    'Pty Ltd',
    'Co., Ltd.',
    'FZE',
    'OOO',
    'S.A. de C.V.',
    'Ltda.',
    'AG',
    'PLC',
    'LLP',
    'Company',
    'Sp. z o.o.',
    'A.S.',
    '',
  ],
} as const;
