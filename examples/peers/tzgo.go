// The ten tasks with tzgo. `run` compares what they print with `wallet` and `indexer`.

package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"strconv"
	"strings"

	"github.com/trilitech/tzgo/codec"
	"github.com/trilitech/tzgo/contract"
	"github.com/trilitech/tzgo/micheline"
	"github.com/trilitech/tzgo/rpc"
	"github.com/trilitech/tzgo/tezos"
	"golang.org/x/crypto/blake2b"
)

// task: shared
type Node struct {
	Branch  tezos.BlockHash
	Counter int64
	Gas     int64
	Storage int64
}

func limits(gas, storage int64) tezos.Limits {
	return tezos.Limits{GasLimit: gas, StorageLimit: storage}
}

func newOp(key tezos.PrivateKey, node Node) *codec.Op {
	return codec.NewOp().WithSource(key.Address()).WithBranch(node.Branch)
}

func sign(key tezos.PrivateKey, node Node, op *codec.Op, limits ...tezos.Limits) ([]string, error) {
	for i, content := range op.Contents {
		content.WithCounter(node.Counter + int64(i))
	}
	op.WithLimits(limits, 0)
	if err := op.Sign(key); err != nil {
		return nil, err
	}
	return []string{op.Hash().String(), hex.EncodeToString(op.Bytes())}, nil
}

func parseTez(tez string) (int64, error) {
	amount, ok := new(big.Rat).SetString(tez)
	if !ok {
		return 0, fmt.Errorf("invalid amount %s", tez)
	}
	amount.Mul(amount, big.NewRat(1_000_000, 1))
	if !amount.IsInt() || !amount.Num().IsInt64() {
		return 0, fmt.Errorf("invalid amount %s", tez)
	}
	return amount.Num().Int64(), nil
}

// end

// task: address
func secretKey(text, password string) (tezos.PrivateKey, error) {
	return tezos.ParseEncryptedPrivateKey(text, func() ([]byte, error) { return []byte(password), nil })
}

func address(text, password string) (string, error) {
	key, err := secretKey(text, password)
	if err != nil {
		return "", err
	}
	return key.Address().String(), nil
}

// end

// task: transfer
func transfer(key tezos.PrivateKey, node Node, to, tez string) ([]string, error) {
	destination, err := tezos.ParseAddress(to)
	if err != nil {
		return nil, err
	}
	amount, err := parseTez(tez)
	if err != nil {
		return nil, err
	}
	op := newOp(key, node).WithTransfer(destination, amount)
	return sign(key, node, op, limits(3040, 257))
}

// end

// task: batch
func batch(key tezos.PrivateKey, node Node, to, tez, token, entrypoint, argument string) ([]string, error) {
	destination, err := tezos.ParseAddress(to)
	if err != nil {
		return nil, err
	}
	amount, err := parseTez(tez)
	if err != nil {
		return nil, err
	}
	callee, err := tezos.ParseAddress(token)
	if err != nil {
		return nil, err
	}
	call := micheline.Parameters{Entrypoint: entrypoint}
	if err := json.Unmarshal([]byte(argument), &call.Value); err != nil {
		return nil, err
	}
	reveal := &codec.Reveal{Manager: codec.Manager{Source: key.Address()}, PublicKey: key.Public()}
	op := newOp(key, node).WithContents(reveal).WithTransfer(destination, amount).WithCall(callee, call)
	return sign(key, node, op, limits(3000, 0), limits(3040, 257), limits(node.Gas, node.Storage))
}

// end

// task: originate
func originate(key tezos.PrivateKey, node Node, code, storage string) ([]string, error) {
	var script micheline.Script
	if err := json.Unmarshal([]byte(code), &script.Code); err != nil {
		return nil, err
	}
	if err := json.Unmarshal([]byte(storage), &script.Storage); err != nil {
		return nil, err
	}
	op := newOp(key, node).WithOrigination(script)
	made, err := sign(key, node, op, limits(node.Gas, node.Storage))
	if err != nil {
		return nil, err
	}
	digest, err := blake2b.New(20, nil)
	if err != nil {
		return nil, err
	}
	digest.Write(op.Hash().Bytes())
	digest.Write([]byte{0, 0, 0, 0})
	return append(made, tezos.NewAddress(tezos.AddressTypeContract, digest.Sum(nil)).String()), nil
}

// end

// task: inspect
func inspect(injected, publicKey string) (string, error) {
	data, err := hex.DecodeString(injected)
	if err != nil || len(data) < 64 {
		return "", fmt.Errorf("invalid operation %s", injected)
	}
	forged, signature := data[:len(data)-64], data[len(data)-64:]
	op, err := codec.DecodeOp(forged)
	if err != nil {
		return "", err
	}
	key, err := tezos.ParseKey(publicKey)
	if err != nil {
		return "", err
	}
	if err := key.Verify(op.Digest(), tezos.NewSignature(tezos.SignatureTypeGeneric, signature)); err != nil {
		return "", err
	}
	var sentences []string
	for _, content := range op.Contents {
		tx, ok := content.(*codec.Transaction)
		if !ok {
			sentences = append(sentences, content.Kind().String())
			continue
		}
		amount := strings.TrimRight(strings.TrimRight(tx.Amount.Decimals(6), "0"), ".")
		sentence := fmt.Sprintf("transfer %s ꜩ from %s to %s", amount, tx.Source, tx.Destination)
		if tx.Parameters != nil {
			sentence += fmt.Sprintf(", calls `%s`", tx.Parameters.Entrypoint)
		}
		sentences = append(sentences, sentence)
	}
	return strings.Join(sentences, "; "), nil
}

// end

// task: operations
func operations(block *rpc.Block) []string {
	var rows []string
	for p, pass := range block.Operations {
		for o, operation := range pass {
			for c, content := range operation.Contents {
				status := "-"
				if result := content.Result(); result.Status.IsValid() {
					status = result.Status.String()
				}
				row := fmt.Sprintf("operations[%d][%d].contents[%d] %s %s %s", p, o, c, operation.Hash, content.Kind(), status)
				rows = append(rows, row)
			}
		}
	}
	return rows
}

// end

// task: transfers
type executed struct {
	hash                tezos.OpHash
	source, destination tezos.Address
	amount              int64
	parameters          *micheline.Parameters
}

func executedOf(block *rpc.Block) []executed {
	var all []executed
	for _, pass := range block.Operations {
		for _, operation := range pass {
			for _, content := range operation.Contents {
				if tx, ok := content.(*rpc.Transaction); ok && tx.Result().IsSuccess() {
					all = append(all, executed{operation.Hash, tx.Source, tx.Destination, tx.Amount, tx.Parameters})
				}
				for _, in := range content.Meta().InternalResults {
					if in.Kind == tezos.OpTypeTransaction && in.Result.IsSuccess() {
						all = append(all, executed{operation.Hash, in.Source, *in.Destination, in.Amount, in.Parameters})
					}
				}
			}
		}
	}
	return all
}

func transfers(block *rpc.Block) []string {
	var rows []string
	for _, one := range executedOf(block) {
		rows = append(rows, fmt.Sprintf("%s %s %s %d", one.hash, one.source, one.destination, one.amount))
	}
	return rows
}

// end

// task: balances
func balances(block *rpc.Block) []string {
	changes := make(map[tezos.Address]int64)
	add := func(updates rpc.BalanceUpdates) {
		for _, update := range updates {
			if update.Kind == rpc.CONTRACT {
				changes[update.Contract] += update.Change
			}
		}
	}
	add(block.Metadata.BalanceUpdates)
	for _, result := range block.Metadata.ImplicitOperationsResults {
		add(result.BalanceUpdates)
	}
	for _, pass := range block.Operations {
		for _, operation := range pass {
			for _, content := range operation.Contents {
				add(content.Meta().BalanceUpdates)
				if content.Result().IsSuccess() {
					add(content.Result().BalanceUpdates)
				}
				for _, internal := range content.Meta().InternalResults {
					if internal.Result.IsSuccess() {
						add(internal.Result.BalanceUpdates)
					}
				}
			}
		}
	}
	var rows []string
	for address, change := range changes {
		rows = append(rows, fmt.Sprintf("%s %d", address, change))
	}
	return rows
}

// end

// task: changes
func bigMapRows(result rpc.OperationResult) []string {
	var rows []string
	for _, event := range result.BigmapEvents() {
		row := fmt.Sprintf("big_map %d", event.Id)
		switch {
		case event.Action == micheline.DiffActionUpdate:
			row += fmt.Sprintf(" update %s = %s", event.Key.Dump(), event.Value.Dump())
		case event.Action == micheline.DiffActionRemove && event.KeyHash.IsValid():
			row += fmt.Sprintf(" update %s", event.Key.Dump())
		case event.Action == micheline.DiffActionRemove:
			row += " remove"
		case event.Action == micheline.DiffActionCopy:
			row = fmt.Sprintf("big_map %d copy %d", event.DestId, event.SourceId)
		case event.Action == micheline.DiffActionAlloc:
			row += fmt.Sprintf(" alloc %s -> %s", event.KeyType.Dump(), event.ValueType.Dump())
		}
		rows = append(rows, row)
	}
	return rows
}

func changes(block *rpc.Block) []string {
	var diffs, events []string
	for _, pass := range block.Operations {
		for _, operation := range pass {
			for _, content := range operation.Contents {
				if content.Result().IsSuccess() {
					diffs = append(diffs, bigMapRows(content.Result())...)
				}
				for _, internal := range content.Meta().InternalResults {
					if !internal.Result.IsSuccess() {
						continue
					}
					diffs = append(diffs, bigMapRows(internal.Result)...)
					if internal.Kind == tezos.OpTypeEvent {
						row := fmt.Sprintf("event %s %s %s", internal.Source, internal.Tag, internal.Payload.Dump())
						events = append(events, row)
					}
				}
			}
		}
	}
	return append(diffs, events...)
}

// end

// task: calls
const transfersType = `{"prim":"list","annots":["%transfer"],"args":[{"prim":"pair","args":[
	{"prim":"address","annots":["%from_"]},{"prim":"list","annots":["%txs"],"args":[{"prim":"pair","args":[
	{"prim":"address","annots":["%to_"]},{"prim":"pair","args":[
	{"prim":"nat","annots":["%token_id"]},{"prim":"nat","annots":["%amount"]}]}]}]}]}]}`

func calls(block *rpc.Block, entrypoint string) ([]string, error) {
	var typ micheline.Type
	if err := json.Unmarshal([]byte(transfersType), &typ.Prim); err != nil {
		return nil, err
	}
	var rows []string
	for _, one := range executedOf(block) {
		if one.parameters == nil || one.parameters.Entrypoint != entrypoint {
			continue
		}
		rows = append(rows, fmt.Sprintf("%s %s %s", one.source, one.destination, one.parameters.Value.Dump()))
		var tokens contract.FA2TransferList
		value := micheline.NewValue(typ, one.parameters.Value)
		if err := value.Unmarshal(&tokens); err != nil {
			continue // not a call of FA2
		}
		for _, tx := range tokens {
			rows = append(rows, fmt.Sprintf("%s %s %s %s %s", one.destination, tx.TokenId, tx.From, tx.To, tx.Amount))
		}
	}
	return rows, nil
}

// end

func main() {
	rows, err := run(os.Args[1], os.Args[2:])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(strings.Join(rows, "\n"))
}

func run(task string, args []string) ([]string, error) {
	switch task {
	case "operations", "transfers", "balances", "changes", "calls":
		data, err := os.ReadFile(args[len(args)-1])
		if err != nil {
			return nil, err
		}
		var block rpc.Block
		if err := json.Unmarshal(data, &block); err != nil {
			return nil, err
		}
		switch task {
		case "operations":
			return operations(&block), nil
		case "transfers":
			return transfers(&block), nil
		case "balances":
			return balances(&block), nil
		case "changes":
			return changes(&block), nil
		}
		return calls(&block, args[0])
	case "inspect":
		sentence, err := inspect(args[0], args[1])
		return []string{sentence}, err
	}
	lines := bufio.NewScanner(os.Stdin)
	lines.Scan()
	text := lines.Text()
	lines.Scan()
	password := lines.Text()
	if task == "address" {
		address, err := address(text, password)
		return []string{address}, err
	}
	key, err := secretKey(text, password)
	if err != nil {
		return nil, err
	}
	branch, err := tezos.ParseBlockHash(args[0])
	if err != nil {
		return nil, err
	}
	node := Node{Branch: branch}
	for i, number := range []*int64{&node.Counter, &node.Gas, &node.Storage} {
		if *number, err = strconv.ParseInt(args[1+i], 10, 64); err != nil {
			return nil, err
		}
	}
	args = args[4:]
	switch task {
	case "transfer":
		return transfer(key, node, args[0], args[1])
	case "batch":
		return batch(key, node, args[0], args[1], args[2], args[3], args[4])
	case "originate":
		return originate(key, node, args[0], args[1])
	}
	return nil, fmt.Errorf("unknown task %s", task)
}
