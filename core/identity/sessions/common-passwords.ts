/** The passwords of at least eight characters that are most frequent in collections of breached passwords, in lower case. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword pa$$word passwort mypassword password! password1!
  12345678 123456789 1234567890 12345678910 123123123 11111111 111111111 1111111111 00000000 000000000 0000000000 22222222 55555555
  66666666 77777777 88888888 888888888 99999999 999999999 87654321 987654321 9876543210 0987654321 0123456789 12341234 12344321 11223344
  1122334455 123321123 147258369 159753159 741852963 789456123 123654789 321321321 456456456 789789789 112233445566 12121212 10203040
  102030405060 01234567 13131313 14141414 20202020 21212121 23232323 25252525 69696969 98765432 19841984 19851985 19861986 19871987
  qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 qwertyuiop123 qwer1234 qwerasdf qweasdzxc qweasd123 qazwsxedc 1qaz2wsx
  1qaz2wsx3edc 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5 zaq12wsx zaq1zaq1 zaq1xsw2 asdfghjk asdfghjkl asdfasdf asdf1234
  zxcvbnm1 zxcvbnm123 zxcvzxcv 1234qwer 123qweasd 123qweasdzxc 1a2b3c4d a1b2c3d4 a1b2c3d4e5 abcd1234 abc12345 abc123456 abcdefgh abcdefg1
  abcdefghi aaaaaaaa aa123456 aa12345678 a12345678 a123456789 a1234567 12345678a 123456789a 1234567a 1234abcd 123456aa 123456ab 123456abc
  iloveyou iloveyou1 iloveyou2 iloveyou! ilovegod iloveme1 loveyou1 lovelove loveme123 sunshine sunshine1 princess princess1 football
  football1 baseball baseball1 basketball softball1 superman superman1 batman123 spiderman pokemon1 pokemon123 starwars starwars1 startrek
  whatever whatever1 trustno1 computer computer1 internet internet1 michelle jennifer jonathan alexander alexandra elizabeth benjamin
  christian christina charlie1 michael1 jordan23 danielle nicholas samantha patricia victoria veronica victoria1 stephanie
  welcome1 welcome12 welcome123 welcome! administrator admin123 admin1234 admin12345 adminadmin root1234 rootroot toor1234 changeme
  changeme1 changeme123 letmein1 letmein12 letmein123 letmein! monkey12 monkey123 dragon12 dragon123 master12 master123 shadow12 shadow123
  killer123 hunter123 mustang1 corvette mercedes maverick midnight bluebird blessed1 blink182 butterfly chocolate chocolate1 cocacola
  dolphins december november september october1 summer12 summer123 winter12 winter123 spring123 autumn123 freedom1 friends1 gateway1
  garfield godzilla hello123 hello1234 hellohello hellokitty helloworld jessica1 lakers24 liverpool liverpool1 chelsea1 arsenal1 barcelona
  manchester manutd123 realmadrid redskins scorpion secret123 secret12 security slipknot snoopy12 soccer12 soccer123 steelers swordfish
  testtest test1234 test12345 testing1 testing123 thunder1 tinkerbell twilight undertaker vacation yankees1 zaqwsxcde zxcasdqwe
  google123 facebook facebook1 samsung1 samsung123 nintendo playstation minecraft minecraft1 fortnite linkedin myspace1 yahoo123
  password2 password3 password99 password01 pass1234 pass12345 pass@123 pass@1234 passpass default1 guest123 guest1234 user1234 login123
  qwerty!@ qwerty!@# !@#$%^&* !qaz2wsx !qaz@wsx 1!2@3#4$ p@ssw0rd1 p@ssw0rd! p@$$w0rd pa55word pa55w0rd passw0rd1 admin@123 welcome@123
  india123 krishna1 sairam123 computer123 mother123 father123 family123 naruto123 gangster hardcore jackson5 jackass1 metallic metallica
  nirvana1 pantera1 rockstar rockyou1 babygirl babygirl1 beautiful bigdaddy blackjack brooklyn business california carolina cheyenne
  creative crystal1 darkness destiny1 diamond1 dolphin1 eminem123 estrella explorer firebird flower123 forever1 fuckyou1 fuckyou2 fuckyou!
  gabriel1 goldfish gorgeous grandma1 handsome happy123 heather1 holiday1 inuyasha isabella jasmine1 jessica12 juventus kimberly
  lollipop loverboy marlboro marshall maryjane matthew1 melissa1 mercury1 misspiggy monster1 mustangs natalie1 nascar24 panasonic
  pumpkin1 raiders1 remember rush2112 sapphire savannah serenity sexybaby shannon1 simpsons skywalker snowball spongebob stargate
  sunflower sweetheart sweetpea tequiero teamomucho tigger123 tomorrow treasure valentine valentina warcraft westside wildcats
  william1 winston1 woodland`.split(/\s+/),
)
